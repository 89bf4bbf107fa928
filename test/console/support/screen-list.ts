import { createClient } from '@vaultwright/client'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { localManifest } from '../../api/support/builder-world.ts'
import type { Demo } from './demo.ts'

/** Screens by path, with the most answers of the service that each may ask for before it stands. */
export async function screensOf({
  vaults,
  url,
  key,
}: Demo): Promise<Readonly<Record<string, number>>> {
  const { chain, vault, strategists } = vaults.find(({ name }) => name === 'Local ETH')!
  const { address: strategist } = strategists[0]!
  const home = `vaults/${chain}/${vault}`
  const client = createClient({ baseUrl: url, apiKey: key })
  const { data: roots } = await client.listRoots({ chain, vault_address: vault })
  const [root, otherRoot] = roots.filter((each) => each.active).map((each) => each.root_hash)
  const built = await client.execute({
    chain,
    vault_address: vault,
    tail: `${strategist}/aave_v3/supply`,
    params: { asset: localManifest.contracts.WETH!, amount: '1.5' },
  })
  const simulation = new URL(built.simulator_simulation_url!).pathname.split('/').at(-1)
  return {
    'sign-in': 6,
    vaults: 6,
    [home]: 24,
    [`${home}/performance`]: 12,
    [`${home}/strategists`]: 24,
    [`${home}/queue`]: 24,
    [`${home}/permissions`]: 24,
    [`${home}/risk`]: 24,
    [`${home}/control`]: 24,
    [`${home}/activity`]: 24,
    [`${home}/settings`]: 12,
    [`${home}/act/${strategist}`]: 12,
    [`${home}/swap/${strategist}`]: 12,
    permissions: 6,
    [`permissions/${chain}/${vault}`]: 12,
    trees: 24,
    [`trees/${root}`]: 12,
    [`trees/${root}/diff/${otherRoot}`]: 12,
    index: 12,
    sign: 6,
    'settings/access': 12,
    'settings/keys': 6,
    'settings/users': 6,
    'settings/audit': 6,
    'settings/address-book': 6,
    [`/simulations/${simulation}`]: 6,
  }
}

/** Waits until a page asks for nothing and reads nothing any more. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const reading = page.getByText(/^Reading .*…$/).filter({ visible: true })
  await expect.poll(() => reading.count()).toBe(0)
  await page.waitForLoadState('networkidle')
}
