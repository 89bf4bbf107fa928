import { createClient } from '@vaultwright/client'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { localManifest } from '../api/support/builder-world.ts'
import { closeQuietly, devToolsOf, openPage, takePicture } from './support/console-page.ts'
import { type Demo, openDemo } from './support/demo.ts'
import { signIn } from './support/sign-in.ts'

/** What a page counted since it was opened. */
type Pace = {
  /** Milliseconds until the largest part was painted. */
  readonly paint: number
  /** Milliseconds of the longest task. */
  readonly task: number
  readonly shift: number
}

/** Screens by path, with the most answers of the service that each may ask for before it stands. */
async function screensOf({ vaults, url, key }: Demo): Promise<Readonly<Record<string, number>>> {
  const { chain, vault, strategists } = vaults.find(({ name }) => name === 'Local ETH')!
  const { address: strategist } = strategists[0]!
  const home = `vaults/${chain}/${vault}`
  const client = createClient({ baseUrl: url, apiKey: key })
  const { data: roots } = await client.listRoots({ chain, vault_address: vault })
  const [root, other] = roots.filter((each) => each.active).map((each) => each.root_hash)
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
    trees: 12,
    [`trees/${root}`]: 12,
    [`trees/${root}/diff/${other}`]: 12,
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

/** Observes a page from its first byte on. */
const observe = `window.pace = { paint: 0, task: 0, shift: 0 }
const watch = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
watch('largest-contentful-paint', ({ startTime }) => { pace.paint = startTime })
watch('longtask', ({ duration }) => { pace.task = Math.max(pace.task, duration) })
watch('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) pace.shift += value })`

/** Waits until a page asks for nothing and reads nothing any more. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const reading = page.getByText(/^Reading .*…$/).filter({ visible: true })
  await expect.poll(() => reading.count(), { timeout: 60_000 }).toBe(0)
  await page.waitForLoadState('networkidle')
}

test.each([1_440, 390])(
  'law: on a processor four times as slow no screen moves while it fills, and each asks little, %i pixels',
  async (width) => {
    const demo = await openDemo()
    const figures: [string, number, number, number, number][] = []
    const opened = await openPage({ viewport: { width, height: width === 390 ? 844 : 900 } })
    const { page } = opened
    await signIn(opened)
    await page.addInitScript(observe)
    const devTools = await devToolsOf(page)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    let requests = 0
    page.on('request', (request) => {
      if (['fetch', 'xhr'].includes(request.resourceType())) requests++
    })
    for (const [path, most] of Object.entries(await screensOf(demo))) {
      requests = 0
      await page.goto(path.startsWith('/') ? `${demo.url}${path}` : `${demo.url}/console/${path}`)
      await settled(page)
      const { paint, task, shift } = await page.evaluate<Pace>('window.pace')
      const name = path.replaceAll(/0x[0-9a-fA-F]{8,}/g, '…')
      figures.push([name, Math.round(paint), Math.round(task), Number(shift.toFixed(4)), requests])
      expect.soft(shift, `layout shift of ${path}`).toBeLessThan(0.05)
      expect.soft(requests, `requests of ${path}`).toBeLessThanOrEqual(most)
      await takePicture(page, `pace-${width}-${name.replaceAll(/\W+/g, '-')}`)
    }
    console.log(`screen, paint ms, longest task ms, layout shift, requests, at ${width}`)
    for (const line of figures) console.log(line.join('  '))
    opened.complaints.splice(0)
    await closeQuietly(opened)
  },
)
