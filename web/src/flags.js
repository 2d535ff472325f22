// SPDX-License-Identifier: GPL-3.0-or-later
// The flag of a country, as FIDE writes it: a sign of two regional letters, which most systems draw as the flag.

/* FIDE's three letters, with the two of ISO 3166 where they are not the first two of the three. */
const FLAGS = 'AFG AHO:CW ALB ALG:DZ AND:AD ANG:AO ANT:AG ARG ARM:AM ARU:AW AUS AUT:AT AZE BAH:BS BAN:BD BAR:BB BDI:BI BEL BER:BM BHU:BT BIH:BA BIZ:BZ BLR:BY BOL ' +
	'BOT:BW BRA BRN:BH BRU:BN BUL:BG BUR:BF CAF:CF CAM:KH CAN CAY:KY CHA:TD CHI:CL CHN:CN CIV CMR COD:CD COL COM:KM CPV:CV CRC CRO:HR CUB CYP CZE DEN:DK ' +
	'DJI DMA DOM ECU EGY ERI ESA:SV ESP EST:EE ETH FAI:FO FIJ:FJ FIN FRA GAB GAM:GM GEO GEQ:GQ GER:DE GHA GRE GRN:GD GUA:GT GUM GUY:GY HAI:HT HKG HON:HN ' +
	'HUN INA:ID IND IOM:IM IRI IRL:IE IRQ:IQ ISL ISR:IL ISV:VI ITA IVB:VG JAM:JM JOR JPN KAZ:KZ KEN KGZ KOR:KR KOS:XK KSA:SA KUW:KW LAO LAT:LV LBA:LY LBN ' +
	'LBR:LR LCA LES:LS LIE LTU LUX MAC:MO MAD:MG MAR MAS:MY MAW:MW MDA MDV:MV MEX:MX MGL:MN MKD MLI MLT:MT MNC:MC MNE:ME MOZ:MZ MRI:MU MTN:MR MYA:MM NAM ' +
	'NCA:NI NED:NL NEP:NP NGR NIG:NE NOR NRU NZL OMA PAK:PK PAN PAR:PY PER PHI PLE:PS PLW:PW PNG:PG POL:PL POR:PT PUR:PR QAT ROU RSA:ZA RUS RWA SEN:SN ' +
	'SEY:SC SGP SKN:KN SLE SLO:SI SMR SOL:SB SOM SRB:RS SRI:LK SSD STP SUD:SD SUI:CH SUR:SR SVK:SK SWE:SE SWZ:SZ SYR TAN:TZ THA TJK TKM:TM TLS TOG:TG ' +
	'TPE:TW TTO TUN:TN TUR:TR UAE:AE UGA UKR:UA URU:UY USA UZB VAN:VU VEN VIE:VN VIN:VC YEM ZAM:ZM ZIM:ZW';
const ISO = new Map(FLAGS.split(' ').map((pair) => pair.split(':')).map(([three, two]) => [three, two ?? three.slice(0, 2)]));
/* The parts of Britain have signs of their own. */
const PARTS = {ENG: 'gbeng', SCO: 'gbsct', WLS: 'gbwls'};
const REGIONAL_A = 0x1F1E6; /* the regional letter A */

let isDrawn = null;

/* Does the system draw flags, or the two letters beside each other? Then the country's own three are enough. */
function drawsFlags() {
	const pen = document.createElement('canvas').getContext('2d');
	const width = (text) => pen.measureText(text).width;

	return width('\u{1F1E9}\u{1F1F0}') < 1.5 * width('\u{1F1E9}');
}

/* The countries that have a flag here, as FIDE writes them. */
export function countries() {
	return [...ISO.keys(), ...Object.keys(PARTS)];
}

/* The sign for a country; '': it has none. */
export function signOf(country) {
	if (PARTS[country])
		return '\u{1F3F4}' + [...PARTS[country]].map((letter) => String.fromCodePoint(0xE0000 + letter.charCodeAt(0))).join('') + '\u{E007F}';
	return [...ISO.get(country) ?? ''].map((letter) => String.fromCodePoint(REGIONAL_A + letter.charCodeAt(0) - 65)).join('');
}

export function flagOf(country) {
	isDrawn ??= drawsFlags();
	return isDrawn ? signOf(country) : '';
}
