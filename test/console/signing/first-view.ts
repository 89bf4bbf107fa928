import type { Page } from 'playwright-core'

/** The text that stands whole in the window, without scrolling, as people and readers of the screen get it. */
export function firstViewOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT)
    const parts: string[] = []
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const range = document.createRange()
      range.selectNode(node)
      const { top, bottom, width } = range.getBoundingClientRect()
      const isShown = width > 1 && top >= 0 && bottom <= innerHeight
      if (isShown && node.parentElement!.checkVisibility()) parts.push(node.textContent!)
    }
    return parts.join(' ').replace(/\s+/g, ' ')
  })
}
