/**
 * ISO 3166-1 numbers, as in the atlas, with the two-letter codes of our statistics. The atlas has no shapes for the other countries of
 * ISO 3166-1. Of its three shapes without a number, only Kosovo has a code.
 */
const NUMBERS = [
  '004AF 008AL 010AQ 012DZ 024AO 031AZ 032AR 036AU 040AT 044BS 050BD 051AM 056BE 064BT 068BO 070BA 072BW 076BR 084BZ 090SB',
  '096BN 100BG 104MM 108BI 112BY 116KH 120CM 124CA 140CF 144LK 148TD 152CL 156CN 158TW 170CO 178CG 180CD 188CR 191HR 192CU',
  '196CY 203CZ 204BJ 208DK 214DO 218EC 222SV 226GQ 231ET 232ER 233EE 238FK 242FJ 246FI 250FR 260TF 262DJ 266GA 268GE 270GM',
  '275PS 276DE 288GH 300GR 304GL 320GT 324GN 328GY 332HT 340HN 348HU 352IS 356IN 360ID 364IR 368IQ 372IE 376IL 380IT 384CI',
  '388JM 392JP 398KZ 400JO 404KE 408KP 410KR 414KW 417KG 418LA 422LB 426LS 428LV 430LR 434LY 440LT 442LU 450MG 454MW 458MY',
  '466ML 478MR 484MX 496MN 498MD 499ME 504MA 508MZ 512OM 516NA 524NP 528NL 540NC 548VU 554NZ 558NI 562NE 566NG 578NO 586PK',
  '591PA 598PG 600PY 604PE 608PH 616PL 620PT 624GW 626TL 630PR 634QA 642RO 643RU 646RW 682SA 686SN 688RS 694SL 703SK 704VN',
  '705SI 706SO 710ZA 716ZW 724ES 728SS 729SD 732EH 740SR 748SZ 752SE 756CH 760SY 762TJ 764TH 768TG 780TT 784AE 788TN 792TR',
  '795TM 800UG 804UA 807MK 818EG 826GB 834TZ 840US 854BF 858UY 860UZ 862VE 887YE 894ZM',
].join(' ')

const byNumber = new Map(NUMBERS.split(' ').map((pair) => [pair.slice(0, 3), pair.slice(3)]))
const byName = new Map([['Kosovo', 'XK']])

/** Undefined for a shape without a country code. */
export function findCountryCode(number: string | number | undefined, name: string): string | undefined {
  return number === undefined ? byName.get(name) : byNumber.get(String(number).padStart(3, '0'))
}

/** Longitude and latitude of countries that are too small for the atlas but have many inhabitants. */
export const SMALL_COUNTRIES: Readonly<Record<string, readonly [number, number]>> = {
  AD: [1.6, 42.5],
  BB: [-59.5, 13.2],
  BH: [50.6, 26.1],
  CV: [-23.6, 15.1],
  HK: [114.2, 22.3],
  LI: [9.6, 47.2],
  MC: [7.4, 43.7],
  MO: [113.5, 22.2],
  MT: [14.4, 35.9],
  MU: [57.6, -20.3],
  MV: [73.5, 4.2],
  RE: [55.5, -21.1],
  SC: [55.5, -4.7],
  SG: [103.8, 1.35],
  SM: [12.5, 43.9],
}
