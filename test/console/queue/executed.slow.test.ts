import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Hex } from '@vaultwright/base'
import { openHttpRpc, readLocalManifest } from '@vaultwright/chain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endFile, run, scratch, start } from '../../e2e/program.ts'
import { type Announcement, openDemoApi } from '../../e2e/service/dev-serve.ts'
import { localChainFolder } from '../../support/node/local-chain.ts'
import { type LocalActors, openLocalActors } from '../../support/node/local-execution.ts'
import { closeQuietly, lookAt, openPage } from '../support/console-page.ts'
import { signInByKey } from '../support/key-session.ts'

const folder = scratch()
let announcement: Announcement
let actors: LocalActors
beforeAll(async () => {
  const env = { TMPDIR: folder }
  const running = start(['dev', 'serve', '--port', '0', '--json'], { env })
  const [line] = await running.lines(1)
  announcement = JSON.parse(line!)
  const rpc = openHttpRpc({ endpoints: [announcement.chain] })
  actors = await openLocalActors({ manifest: readLocalManifest(localChainFolder), anvil: { rpc } })
})
// Files of other projects have it done for them.
afterAll(endFile)

type Execution = {
  readonly safe_tx_hash: Hex | null
  readonly outcome: string | null
  readonly links: { readonly receipt: string | null }
}

/** Has the demo propose 2 WETH to Aave by its delegate's key, and state it. */
async function propose(): Promise<{ readonly hash: Hex; readonly calldata: Hex }> {
  const evidence = join(folder, 'proposal.json')
  const calldata = join(folder, 'batch.hex')
  const definition = join(localChainFolder, '../definitions/local-eth.yaml')
  const set = ['--set', 'asset=WETH', '--set', 'amount=2', '--definition', definition]
  const files = ['--evidence', evidence, '--calldata', calldata]
  const built = run([
    'action',
    'build',
    'aave_v3/supply',
    '--strategist',
    'multisig',
    ...set,
    ...files,
  ])
  expect(built.code).toBe(0)
  const url = `${announcement.url}/v1/safes/local/${actors.of('Multisig')}/proposals`
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${announcement.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      evidence: JSON.parse(readFileSync(evidence, 'utf8')),
      allow_conditional: true,
      vault_address: actors.of('Local ETH'),
    }),
  })
  const { data } = (await response.json()) as { data: { safe_tx_hash: Hex; nonce: string } }
  expect(data.nonce).toBe('3')
  return { hash: data.safe_tx_hash, calldata: readFileSync(calldata, 'utf8').trim() as Hex }
}

test('golden: a proposal that was executed has its receipt one click from the list, and what was not proposed here is listed', async () => {
  const { of } = actors
  const { hash, calldata } = await propose()
  const terms = [{ data: actors.supply(10n ** 18n) }, { to: of('Multisig') }, { data: calldata }]
  for (const change of terms) {
    const transaction = await actors.safeTransaction(change)
    const data = await actors.execution(transaction)
    await actors.send({ from: of('signer 2'), to: of('Multisig'), data })
    if (change.data === calldata) expect(actors.hashOf(transaction)).toBe(hash)
  }
  const api = openDemoApi(announcement)
  const list = async () => {
    const { data } = await api.get(of('Local ETH'), '/executions?page_size=3')
    return data as readonly Execution[]
  }
  await expect
    .poll(async () => (await list())[0]!.safe_tx_hash, { timeout: 60_000, interval: 1_000 })
    .toBe(hash)
  const executions = await list()
  expect(executions.map(({ outcome }) => outcome)).toEqual(['executed_as_said', null, null])
  const receipt = (await api.ask(`/v1${executions[0]!.links.receipt}`)).body as {
    data: { outcome: string; execution: { basis: string } }
  }
  expect(receipt.data).toMatchObject({ outcome: 'executed_as_said', execution: { basis: 'trace' } })

  const opened = await openPage({ viewport: { width: 1440, height: 900 } })
  const { page } = opened
  const url = announcement.url.replace('127.0.0.1', 'localhost')
  await signInByKey(page, { url, key: announcement.key, database: '', vaults: [] })
  await page.goto(`${url}/console/vaults/local/${of('Local ETH')}/activity`)
  await page.getByText('The newest 20 executions: 1 as said, 19 not stated before.').waitFor()
  await lookAt(page, 'activity')
  // One click.
  await page
    .getByTestId('execution')
    .first()
    .getByRole('link', { name: 'Executed as said' })
    .click()
  await page.getByText('Did it do what was said?').first().waitFor()
  expect(await page.getByTestId('verdict').getAttribute('data-answer')).toBe('conditional')
  await page.getByText('Executed as said').first().waitFor()
  await page.getByRole('cell', { name: 'pays exactly 2 WETH' }).first().waitFor()
  await lookAt(page, 'receipt-real')
  await closeQuietly(opened)
})
