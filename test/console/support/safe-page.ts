import { localManifest } from '../../api/support/builder-world.ts'
import { openPage } from './console-page.ts'
import type { Demo } from './demo.ts'
import { type Lie, signInByKey } from './key-session.ts'
import { addWallets, type PageWallet, WalletRefusal } from './page-wallet.ts'

/** The key of an account of the local chain. */
export const keyOf = (account: string) =>
  localManifest.accounts.find(({ name }) => name === account)!.privateKey

/** Opens the queue of Local ETH, with wallets and a service that may lie. */
export async function openQueue(demo: Demo, wallets: readonly PageWallet[], lie?: Lie) {
  const opened = await openPage({ viewport: { width: 1440, height: 900 } })
  const { page } = opened
  const methods = await addWallets(opened, wallets)
  await signInByKey(page, demo, lie === undefined ? {} : { lie })
  let clicks = 0
  const click = async (role: 'link' | 'button' | 'checkbox', name: RegExp) => {
    clicks += 1
    await page.getByRole(role, { name }).first().click()
  }
  const { chain, vault } = demo.vaults[0]!
  await page.goto(`${demo.url}/console/vaults/${chain}/${vault}/queue`)
  return { opened, page, methods, click, clicks: () => clicks }
}

export type OpenedQueue = Awaited<ReturnType<typeof openQueue>>

/** A wallet whose person refuses one method. */
export function refuseAt(method: string, refused: string): undefined {
  if (method === refused) throw new WalletRefusal(4001, 'User rejected the request.')
  return undefined
}

type BuiltOptions = {
  readonly wallets?: readonly PageWallet[]
  readonly lie?: Lie
  readonly amount?: string
}

/** Builds a supply of WETH for a strategist of Local ETH, to the point where it can be handed over. */
export async function openBuilt(
  demo: Demo,
  strategist: string,
  { wallets = [], lie, amount = '2' }: BuiltOptions = {},
) {
  const opened = await openPage({ viewport: { width: 1440, height: 900 } })
  const { page } = opened
  const methods = await addWallets(opened, wallets)
  await signInByKey(page, demo, lie === undefined ? {} : { lie })
  const { chain, vault, strategists } = demo.vaults[0]!
  const { address } = strategists.find(({ name }) => name === strategist)!
  await page.goto(`${demo.url}/console/vaults/${chain}/${vault}/act/${address}`)
  await page.getByLabel(/^Search \d+ actions$/).fill('aave v3 supply')
  await page.getByRole('button', { name: /^Supply Supplies/ }).press('Enter')
  await page.getByLabel('asset', { exact: true }).selectOption(localManifest.contracts.WETH!)
  await page.getByLabel('amount', { exact: true }).fill(amount)
  await page.getByLabel('amount', { exact: true }).press('Enter')
  await page.getByRole('button', { name: /^Build and simulate/ }).press('Enter')
  await page.getByText('simulated by the service').waitFor()
  return { opened, page, methods, address }
}

/** A wallet that says that it sent, and its node. */
export const sender = (changes: { readonly input?: string; readonly status?: string } = {}) => {
  const hash = `0x${'ab'.repeat(32)}`
  let sent: Readonly<Record<string, unknown>> = {}
  const answer: PageWallet['answer'] = ({ method, params }) => {
    if (method === 'eth_sendTransaction') {
      sent = params[0] as typeof sent
      return hash
    }
    const { from, to, data: input } = sent
    if (method === 'eth_getTransactionReceipt')
      return { blockNumber: '0x87', status: changes.status ?? '0x1' }
    if (method === 'eth_getTransactionByHash') return { from, to, input: changes.input ?? input }
    return undefined
  }
  return { answer, sent: () => sent }
}

const weth = { token_address: localManifest.contracts.WETH!, symbol: 'WETH', decimals: 18 }
export const executedHash = `0x${'cd'.repeat(32)}`
const executedMove = {
  token_address: localManifest.contracts.WETH!,
  holder_address: localManifest.vaults[0]!.vault,
  is_stated: true,
  raw_at_least: '-10000000000000000000',
  raw_at_most: '-10000000000000000000',
  raw_happened: '-10000000000000000000',
}

/** As the service would tell of an execution. */
export const executionOf = (raw_happened: string) => ({
  safe_tx_hash: executedHash,
  nonce: '0',
  outcome: 'executed_as_said',
  is_final: true,
  differences: [],
  moves: [{ ...executedMove, raw_happened }],
  approvals: [],
  execution: {
    transaction_hash: executedHash,
    block_number: 120,
    block_hash: executedHash,
    basis: 'trace',
    is_direct: true,
  },
  replaced_by: null,
  statement: { block_number: 119, moves: [], approvals: [], tokens: [weth] },
})
