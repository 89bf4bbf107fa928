import type { WithdrawQueuesData } from '@vaultwright/wire'
import { expect, test } from 'vitest'
import { closeQuietly, lookAt, openPage, violationsOf } from '../support/console-page.ts'
import { type Demo, openDemo } from '../support/demo.ts'
import { signInByKey } from '../support/key-session.ts'

/** Waits for the first reading of the demo's own indexer. */
async function awaitQueues({ url, key, vaults }: Demo) {
  const { chain, vault } = vaults[0]!
  const ask = async (): Promise<WithdrawQueuesData | null> => {
    const headers = { authorization: `Bearer ${key}` }
    const response = await fetch(`${url}/v1/vaults/${chain}/${vault}/queue`, { headers })
    return response.ok ? ((await response.json()) as { data: WithdrawQueuesData }).data : null
  }
  await expect.poll(ask, { interval: 500 }).not.toBeNull()
  return { chain, vault, reading: (await ask())! }
}

test('golden: the page says whether the vault can pay, what is asked for by when, and each request', async () => {
  const demo = await openDemo()
  const { chain, vault, reading } = await awaitQueues(demo)
  const [queue] = reading.queues
  expect(queue?.check.state).toBe('agrees')
  const opened = await openPage()
  const { page } = opened
  await signInByKey(page, demo)
  await page.goto(`${demo.url}/console/vaults/${chain}/${vault}/exit`)
  const verdict = page.getByTestId('verdict')
  await verdict.getByText('Can this vault pay who asks?').waitFor()
  // No solver is named on the local chain: nothing is executed, and that is no Yes.
  const isAsked = (queue?.assets.length ?? 0) > 0
  expect(await verdict.getAttribute('data-answer')).toBe(isAsked ? 'open' : 'conditional')
  const executed = page.getByRole('listitem').filter({ hasText: 'what is paid was executed' })
  expect(await executed.getAttribute('data-open')).toBe('')
  await page.getByText('agrees', { exact: true }).waitFor()
  await page.getByRole('group', { name: 'Requests' }).getByRole('row').nth(1).waitFor()
  await lookAt(page, 'vault-exit')
  expect(await violationsOf(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
  expect(await violationsOf(page)).toEqual([])
  await closeQuietly(opened)
})
