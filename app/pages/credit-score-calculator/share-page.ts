interface SharedPage {
  title: string
  text: string
  url: string
}

/** What of `navigator` is used; a browser may lack either, and has the clipboard on safe addresses only. */
export interface SharingBrowser {
  share?: (page: SharedPage) => Promise<void>
  clipboard?: Pick<Clipboard, 'writeText'>
}

type ShareOutcome = 'shared' | 'cancelled' | 'copied' | 'refused'

/** Shares a page the way the device does; where it cannot, copies the page's address. Never throws. */
export async function sharePage(page: SharedPage, browser: SharingBrowser): Promise<ShareOutcome> {
  if (!browser.share) return copy(page.url, browser)
  try {
    await browser.share(page)
    return 'shared'
  } catch (error) {
    return isChoiceOfVisitor(error) ? 'cancelled' : copy(page.url, browser)
  }
}

/** The visitor closed the dialog, or has one open already (Web Share API, 2.1.3). */
function isChoiceOfVisitor(error: unknown): boolean {
  return error instanceof DOMException && (error.name === 'AbortError' || error.name === 'InvalidStateError')
}

async function copy(url: string, { clipboard }: SharingBrowser): Promise<ShareOutcome> {
  try {
    await clipboard?.writeText(url)
    return clipboard ? 'copied' : 'refused'
  } catch {
    return 'refused'
  }
}
