#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test_upload.py BOARDD BOARDSIM: the files of the folder on servers for FTP and SFTP. TAP.

What is on the server is compared with the folder that boardd writes beside it."""

import os
import signal
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "support"))
import paramiko  # noqa: E402
from broadcast import Hall, run, wait_until  # noqa: E402
from file_servers import PASSWORD, USER, certificate, ftp, sftp  # noqa: E402
from hall import Client  # noqa: E402

BOARDD, BOARDSIM = sys.argv[1:3]
SCALE = "10"


def files_of(folder):
    """What is there by name, without what is being written."""
    found = {}
    for path, _, names in os.walk(folder):
        for name in names:
            whole = os.path.join(path, name)
            if name.endswith(".new"):
                continue
            try:
                with open(whole, "rb") as file:
                    found[os.path.relpath(whole, folder)] = file.read()
            except FileNotFoundError:
                pass  # it is being replaced
    return found


class Upload:
    """A hall with one board that plays, its folder, and a server's folder."""

    def __init__(self, server_of, **keys):
        self.base = tempfile.mkdtemp(prefix="boardd-upload-")
        self.there = os.path.join(self.base, "there")
        os.mkdir(self.there)
        self.file("password", PASSWORD + "\n")
        self.server = server_of(self)
        self.keys = {"user": USER, "password_file": os.path.join(self.base, "password"), **keys}
        self.hall = Hall(BOARDD, BOARDSIM, self.config(), scale=SCALE)

    def file(self, name, text):
        path = os.path.join(self.base, name)
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as to:
            to.write(text)
        return path

    def config(self):
        lines = "".join(f"{key} = {value}\n" for key, value in self.keys.items() if value)
        return ("[broadcast]\nfolder = FOLDER/games\n[upload]\n" + lines.replace(
            "PORT", str(self.server.port)).replace("BASE", self.base))

    def reload(self, **keys):
        """With other keys in force."""
        self.keys.update(keys)
        with open(self.hall.file, encoding="utf-8") as file:
            head = file.read().split("[broadcast]")[0]
        with open(self.hall.file, "w", encoding="utf-8") as to:
            to.write(head + self.config().replace("FOLDER", self.hall.folder))
        self.hall.daemon.send_signal(signal.SIGHUP)

    def status(self):
        client = Client(os.path.join(self.hall.folder, "control"))
        try:
            return client.call("status")["upload"]
        finally:
            client.close()

    def play(self):
        self.hall.plug_in("--random", "5", "--games", "1", "--think", "2")
        self.hall.start()

    def is_same(self):
        """Both have the games, and nothing waits."""
        ours, theirs = files_of(os.path.join(self.hall.folder, "games")), files_of(self.there)
        return "round-1/games.pgn" in ours and ours == theirs and self.status()["waiting"] == 0

    def moves(self):
        return files_of(self.there).get("round-1/games.pgn", b"").count(b".")

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        self.server.stop()
        said = self.hall.said()
        self.hall.__exit__(kind, value, trace)
        assert PASSWORD not in said, "the password is in the log"


def why_of(upload):
    return wait_until("why nothing arrives", lambda: upload.status()["why"])


def arrive(upload):
    """The files, and then newer ones."""
    wait_until("the files", upload.is_same)
    before = upload.moves()
    wait_until("newer files", lambda: upload.moves() > before + 6)
    upload.hall.pull()
    wait_until("the last of them", upload.is_same)
    assert {"tournament.json", "round-1/index.json", "round-1/game-1.pgn"} < set(files_of(upload.there))
    left = [name for _, _, names in os.walk(upload.there) for name in names if name.endswith(".new")]
    assert not left and upload.status()["stored"] >= 8 and upload.status()["why"] is None


def tls_server(upload):
    return ftp(upload.there, certificate(upload.base))


def files_arrive_by_ftp_encrypted():
    with Upload(tls_server, url="ftp://localhost:PORT/", tls_ca="BASE/server.pem.crt") as upload:
        upload.play()
        arrive(upload)


def a_server_that_dies_gets_all_when_it_is_back():
    with Upload(tls_server, url="ftp://localhost:PORT/event/live", tls_ca="BASE/server.pem.crt") as upload:
        upload.there = os.path.join(upload.there, "event/live")
        upload.play()
        wait_until("the files", upload.is_same)
        upload.server.stop()
        why_of(upload)
        assert upload.status()["waiting"] > 0
        assert upload.hall.said().count("upload: ftp://localhost") == 1, upload.hall.said()
        upload.server.start()
        wait_until("newer files", lambda: upload.status()["why"] is None)
        arrive(upload)
        assert "upload: files are sent again" in upload.hall.said()


def a_wrong_password_is_told_and_put_right():
    with Upload(tls_server, url="ftp://localhost:PORT/", tls_ca="BASE/server.pem.crt") as upload:
        upload.file("password", "other\n")
        upload.play()
        assert "denied" in why_of(upload), upload.status()
        upload.file("password", PASSWORD + "\n")
        upload.reload()
        arrive(upload)


def a_server_without_encryption_gets_no_password():
    with Upload(lambda u: ftp(u.there, None, os.path.join(u.base, "heard")),
                url="ftp://localhost:PORT/") as upload:
        upload.play()
        why_of(upload)
        assert not os.path.exists(os.path.join(upload.base, "heard"))
        upload.reload(tls="no")
        arrive(upload)
        assert "the password goes to ftp://localhost" in upload.hall.said()


def a_stranger_with_a_certificate_gets_nothing():
    with Upload(tls_server, url="ftp://localhost:PORT/") as upload:
        upload.play()
        why_of(upload)
        assert not files_of(upload.there)


def known(port, key):
    return f"[localhost]:{port} {key.get_name()} {key.get_base64()}\n"


def files_arrive_by_sftp_and_not_at_another_server():
    host, other = paramiko.RSAKey.generate(2048), paramiko.RSAKey.generate(2048)
    with Upload(lambda u: sftp(u.there, host), url="sftp://localhost:PORT/live/", known_hosts="BASE/known") as upload:
        upload.file("known", known(upload.server.port, other))
        upload.play()
        why_of(upload)
        assert not files_of(upload.there)
        upload.file("known", known(upload.server.port, host))
        upload.reload()
        upload.there = os.path.join(upload.there, "live")
        arrive(upload)


def files_arrive_by_sftp_with_a_key():
    host, own = paramiko.RSAKey.generate(2048), paramiko.RSAKey.generate(2048)
    with Upload(lambda u: sftp(u.there, host, own), url="sftp://localhost:PORT", known_hosts="BASE/known",
                key_file="BASE/key", password_file=None) as upload:
        upload.file("known", known(upload.server.port, host))
        own.write_private_key_file(os.path.join(upload.base, "key"))
        upload.play()
        arrive(upload)


run([files_arrive_by_ftp_encrypted, a_server_that_dies_gets_all_when_it_is_back,
     a_wrong_password_is_told_and_put_right, a_server_without_encryption_gets_no_password,
     a_stranger_with_a_certificate_gets_nothing, files_arrive_by_sftp_and_not_at_another_server,
     files_arrive_by_sftp_with_a_key])
