import type { Page } from 'playwright-core'

/** Opens the fields of the wallet, where the packet itself fills them and they are folded. */
export async function openWallet(page: Page): Promise<void> {
  const fields = page
    .locator('details')
    .filter({ has: page.getByLabel('Version of the Safe') })
    .first()
  const isOpen = await fields.evaluate((element) => (element as unknown as { open: boolean }).open)
  if (!isOpen) await fields.locator('summary').first().click()
}

/** Says that the device shows what the page shows. */
export async function tickHashes(page: Page): Promise<void> {
  await page.getByLabel('My device shows both').check()
}
