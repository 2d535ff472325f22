# SPDX-License-Identifier: GPL-3.0-or-later
"""Servers that files are uploaded to: FTP with TLS, FTP as it once was, and SFTP. Each is a process
that serves a folder on a port of this machine, and goes when it is closed."""

import logging
import multiprocessing
import os
import socket
import subprocess

import paramiko
from broadcast import free_port, wait_until
from hall import die_with_parent
from pyftpdlib.authorizers import DummyAuthorizer
from pyftpdlib.handlers import FTPHandler, TLS_DTPHandler, TLS_FTPHandler
from pyftpdlib.servers import ThreadedFTPServer

logging.basicConfig(level=logging.CRITICAL)  # else both speak of everything
USER, PASSWORD = "hall", "zq-Secret-9"


def answers(port):
    with socket.socket() as to:
        return to.connect_ex(("127.0.0.1", port)) == 0


class Server:
    """work(port) serves until it is killed. The port stays the same when it is started again."""

    def __init__(self, work):
        self.work, self.port, self.process = work, free_port(), None
        self.start()

    def run(self):
        die_with_parent()
        self.work(self.port)

    def start(self):
        self.process = multiprocessing.get_context("fork").Process(target=self.run)
        self.process.start()
        wait_until("the server", lambda: answers(self.port))

    def stop(self):
        self.process.kill()
        self.process.join()


# --- FTP ---

def certificate(folder):
    """A PEM file with a key and a certificate for localhost."""
    path = os.path.join(folder, "server.pem")
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                    "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
                    "-keyout", path, "-out", path + ".crt"], check=True, capture_output=True)
    with open(path + ".crt", encoding="ascii") as certificate_of, open(path, "a", encoding="ascii") as to:
        to.write(certificate_of.read())
    return path


class EarlyHandshake(TLS_DTPHandler):
    """libcurl shakes hands before it says what it wants, and pyftpdlib 1.5 would hang up."""

    def readable(self):
        return self.receive and super().readable()


def ftp(folder, certificate_or_none, heard=None):
    """FTP for USER; with a certificate only encrypted. heard: a file that gets all passwords."""
    def work(port):
        class Handler(TLS_FTPHandler if certificate_or_none else FTPHandler):
            def ftp_PASS(self, line):
                if heard:
                    with open(heard, "a", encoding="utf-8") as to:
                        to.write(line + "\n")
                return super().ftp_PASS(line)

        if certificate_or_none:
            Handler.certfile = certificate_or_none
            Handler.dtp_handler = EarlyHandshake
            Handler.tls_control_required = Handler.tls_data_required = True
        Handler.authorizer = DummyAuthorizer()
        Handler.authorizer.add_user(USER, PASSWORD, folder, perm="elradfmwMT")
        Handler.auth_failed_timeout = 0
        ThreadedFTPServer(("127.0.0.1", port), Handler).serve_forever()
    return Server(work)


# --- SFTP ---

class Door(paramiko.ServerInterface):
    def __init__(self, keys):
        self.keys = keys

    def check_auth_password(self, username, password):
        good = (username, password) == (USER, PASSWORD)
        return paramiko.AUTH_SUCCESSFUL if good else paramiko.AUTH_FAILED

    def check_auth_publickey(self, username, key):
        good = username == USER and key in self.keys
        return paramiko.AUTH_SUCCESSFUL if good else paramiko.AUTH_FAILED

    def get_allowed_auths(self, username):
        return "password,publickey"

    def check_channel_request(self, kind, chanid):
        return paramiko.OPEN_SUCCEEDED


def told(work):
    """What the system says no to is told as SFTP tells it."""
    def inner(*words):
        try:
            return work(*words)
        except OSError as why:
            return paramiko.SFTPServer.convert_errno(why.errno)
    return inner


def files_below(root):
    class Files(paramiko.SFTPServerInterface):
        def at(self, path):
            return root + self.canonicalize(path)

        @told
        def stat(self, path):
            return paramiko.SFTPAttributes.from_stat(os.stat(self.at(path)))

        lstat = stat

        @told
        def open(self, path, flags, attr):
            handle = paramiko.SFTPHandle(flags)
            handle.writefile = handle.readfile = os.fdopen(os.open(self.at(path), flags, 0o644), "wb")
            return handle

        @told
        def remove(self, path):
            os.remove(self.at(path))
            return paramiko.SFTP_OK

        @told
        def rename(self, oldpath, newpath):
            if os.path.exists(self.at(newpath)):  # as OpenSSH has it
                return paramiko.SFTP_FAILURE
            os.rename(self.at(oldpath), self.at(newpath))
            return paramiko.SFTP_OK

        @told
        def mkdir(self, path, attr):
            os.mkdir(self.at(path))
            return paramiko.SFTP_OK
    return Files


def sftp(folder, host_key, *keys):
    """SFTP for USER, by password or by one of these keys; / is the folder."""
    def work(port):
        with socket.create_server(("127.0.0.1", port)) as listener:
            while True:
                one, _ = listener.accept()
                talk = paramiko.Transport(one)
                talk.add_server_key(host_key)
                talk.set_subsystem_handler("sftp", paramiko.SFTPServer, files_below(folder))
                try:
                    talk.start_server(server=Door(keys))
                except (paramiko.SSHException, EOFError):
                    pass
    return Server(work)
