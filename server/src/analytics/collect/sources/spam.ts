/**
 * Hosts that exist only to appear in other people's referrer reports. A short list, compiled by hand from hosts that many
 * people have reported for years. A host covers its subdomains.
 */
const HOSTS = new Set(
  `semalt.com buttons-for-website.com buttons-for-your-website.com darodar.com ilovevitaly.com ilovevitaly.co priceg.com
  blackhatworth.com hulfingtonpost.com cenoval.ru econom.co savetubevideo.com kambasoft.com makemoneyonline.com
  social-buttons.com simple-share-buttons.com best-seo-offer.com best-seo-solution.com 100dollars-seo.com
  get-free-traffic-now.com free-social-buttons.com free-share-buttons.com floating-share-buttons.com event-tracking.com
  trafficmonetize.org traffic2money.com trafficmonetizer.org webmonetizer.net success-seo.com videos-for-your-business.com
  video--production.com rankings-analytics.com uptimebot.net uptimechecker.com ranksonic.info ranksonic.org 4webmasters.org
  anticrawler.org bestwebsitesawards.com sharebutton.net sharebutton.to soaksoak.ru sexytrend.ru o-o-6-o-o.com o-o-8-o-o.com
  humanorightswatch.org guardlink.org lomb.co lumb.co pornhub-forum.ga torture.ml amezon.biz web-revenue.xyz
  website-errors-scanner.com website-analyzer.info copyrightclaims.org copyrightinstitute.org e-buyeasy.com
  eu-cookie-law.blogspot.com law-enforcement-bot-ff.xyz law-check-two.xyz site-auditor.online monetizationking.net
  fix-website-errors.com free-video-tool.com keywords-monitoring-success.com keywords-monitoring-your-success.com
  rank-checker.online search-engine-optimization-seo.xyz seo-platform.com seo-smm.kz sitevaluation.org slow-website.xyz
  speedup-my.site top1-seo-service.com traffic-cash.xyz your-good-links.com xtraffic.plus trafficbot.life trafficbot.live
  bottraffic.live bottraffic.icu bottraffic4free.host bottraffic329.xyz static.seders.website news.grets.store
  rida.tokyo kar.razas.site info.seders.website garant.mobi seobility-checker.top hitsbox.info vitaly-popov.com
  motherboard.vice.com.xn--80aaajkrncdlqdh6ane8t.xn--p1ai xn--oogle-wmc.com lifehacĸer.com`
    .split(/\s+/)
    .filter((host) => /^[\x21-\x7e]+$/.test(host)),
)

export function isSpamHost(host: string): boolean {
  for (let rest = host; rest !== '';) {
    if (HOSTS.has(rest)) return true
    const at = rest.indexOf('.')
    rest = at < 0 ? '' : rest.slice(at + 1)
  }
  return false
}
