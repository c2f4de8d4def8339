import { sessionWords as words } from '#words/account.ts'
import { longDate } from '#words/format.ts'

/** In this order: most browsers name others too. */
const browsers: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux|X11/, 'Linux'],
]

/** What a person would call the browser and the device behind a `User-Agent`; vague, where it is not known. */
export function deviceWords(userAgent: string | null): string {
  const nameIn = (table: [RegExp, string][]) => table.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const [browser, system] = [nameIn(browsers), nameIn(systems)]
  return browser && system ? words.on(browser, system) : (browser ?? system ?? words.unknown)
}

const dayMs = 24 * 3600 * 1000

/** A day where the reader is: today, yesterday, or its date. */
export function roughTime(time: Date, now: Date): string {
  if (longDate(time) === longDate(now)) return words.today
  return longDate(time) === longDate(new Date(now.getTime() - dayMs)) ? words.yesterday : words.since(longDate(time))
}
