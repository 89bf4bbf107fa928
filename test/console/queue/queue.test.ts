import { beforeAll, expect, test } from 'vitest'
import { localManifest } from '../../api/support/builder-world.ts'
import { type ConsolePage, closeQuietly, lookAt, openPage } from '../support/console-page.ts'
import { type Demo, openDemo } from '../support/demo.ts'
import { type Lie, signInByKey } from '../support/key-session.ts'
import { addWallets, type PageWallet, WalletRefusal } from '../support/page-wallet.ts'

let demo: Demo
beforeAll(async () => {
  demo = await openDemo()
})

const keyOf = (account: string) =>
  localManifest.accounts.find(({ name }) => name === account)!.privateKey
const owner: PageWallet = { name: 'Owner’s wallet', key: keyOf('signer 2') }

/** Opens the queue of Local ETH, with wallets and a service that may lie. */
async function openQueue(wallets: readonly PageWallet[], lie?: Lie) {
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

type OpenedQueue = Awaited<ReturnType<typeof openQueue>>

/** Opens the honest transaction, compares its hashes, and asks the wallet. */
async function askWallet({ click }: OpenedQueue): Promise<void> {
  await click('link', /^Supply .*8344…9F68$/)
  await click('checkbox', /^I compared the hashes$/)
  await click('button', /^Confirm with wallet$/)
}

const answersOf = ({ page }: Pick<ConsolePage, 'page'>) =>
  page
    .getByTestId('queue-entry')
    .evaluateAll((entries) => entries.map((entry) => entry.getAttribute('data-verdict')))

test('default: a first visitor sees one transaction to confirm and one to reject', async () => {
  const { opened, page, click } = await openQueue([owner])
  await page.getByText('2 of 3 owners sign, next nonce 1, block 127, proven by storage.').waitFor()
  expect(await answersOf(opened)).toEqual(['conditional', 'no'])
  await lookAt(page, 'queue')
  await click('link', /for 0x6666…6666$/)
  await page.getByText('No signature is asked for: the answer is No.').waitFor()
  expect(await page.getByTestId('verdict').getAttribute('data-answer')).toBe('no')
  expect(await page.getByRole('button', { name: 'Confirm with wallet' }).count()).toBe(0)
  await lookAt(page, 'queue-no')
  await page.setViewportSize({ width: 390, height: 844 })
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(wide).toBeLessThanOrEqual(0)
  await closeQuietly(opened)
})

const traps: readonly (readonly [string, PageWallet, string])[] = [
  [
    'a wallet whose person refuses',
    { ...owner, answer: ({ method }) => refuseAt(method, 'eth_signTypedData_v4') },
    'You refused in the wallet. Nothing was sent.',
  ],
  [
    'a wallet of a stranger',
    { name: 'Stranger', key: keyOf('trader') },
    'The chosen account may not do this.',
  ],
  [
    'a wallet of an owner who signed already',
    { name: 'First owner', key: keyOf('signer 1') },
    'has signed',
  ],
  [
    'a wallet on another chain that does not switch',
    {
      ...owner,
      chainId: 1,
      answer: ({ method }) => (method === 'wallet_switchEthereumChain' ? null : undefined),
    },
    'The wallet stayed on another chain.',
  ],
  [
    'a wallet that signs something else',
    {
      ...owner,
      answer: ({ method, params }, account) => {
        if (method !== 'eth_signTypedData_v4') return undefined
        const data = JSON.parse(params[1] as string)
        return account.signTypedData({ ...data, message: { ...data.message, nonce: '7' } })
      },
    },
    'The wallet signed something else, or with another key.',
  ],
  [
    'a wallet that signs a message in place of typed data',
    {
      ...owner,
      answer: ({ method }, account) =>
        method === 'eth_signTypedData_v4' ? account.signMessage({ message: 'hello' }) : undefined,
    },
    'The wallet signed something else, or with another key.',
  ],
  [
    'a wallet without an account',
    { ...owner, answer: ({ method }) => (method === 'eth_requestAccounts' ? [] : undefined) },
    'The wallet gives no account.',
  ],
]

function refuseAt(method: string, refused: string): undefined {
  if (method === refused) throw new WalletRefusal(4001, 'User rejected the request.')
  return undefined
}

test.each(traps)('refuses: %s: nothing is sent', async (_, wallet, text) => {
  const queue = await openQueue([wallet])
  const { opened, page } = queue
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.url())
  })
  await askWallet(queue)
  await page.getByText(text).waitFor()
  expect(posts).toEqual([])
  expect(await page.getByRole('button', { name: 'Confirm with wallet' }).isEnabled()).toBe(true)
  await closeQuietly(opened)
})

test('refuses: a wallet that never answers is waited for three minutes, then it may be asked again', async () => {
  const silent = new Promise<never>(() => {})
  const answer: PageWallet['answer'] = ({ method }) =>
    method === 'eth_signTypedData_v4' ? silent : undefined
  const queue = await openQueue([{ ...owner, answer }])
  const { opened, page, methods } = queue
  await page.getByTestId('queue-entry').first().waitFor()
  await page.clock.install()
  await askWallet(queue)
  await page.getByText('The wallet is asked. Compare there before you confirm.').waitFor()
  await expect.poll(() => methods).toContain('eth_signTypedData_v4')
  await page.clock.fastForward(181_000)
  await page.getByText('The wallet did not answer for three minutes.').waitFor()
  await closeQuietly(opened)
})

type Json = { [key: string]: unknown }
const onQueue =
  (change: (data: { entries: Json[]; listings: { rows: Json[] }[]; account: Json }) => void): Lie =>
  (path, { data }) => {
    if (/\/safes\/.*\/queue$/.test(path)) change(data as never)
  }
const lies: readonly (readonly [string, Lie, readonly string[], string])[] = [
  [
    'calls the hostile transaction a Yes',
    onQueue(({ entries }) => Object.assign(entries[1]!, { answer: 'yes', reasons: [] })),
    ['conditional', 'no'],
    'the leaf allows',
  ],
  [
    'shows other calldata under the hash that owners signed',
    onQueue(({ listings }) => Object.assign(listings[0]!.rows[0]!, { value: '1' })),
    ['no', 'no'],
    'its fields have another hash than the service states',
  ],
  [
    'gives a signature to an owner who has not signed',
    onQueue(({ listings }) => {
      const [row] = listings[0]!.rows as { confirmations: Json[] }[]
      row!.confirmations[0]!.owner = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
    }),
    ['no', 'no'],
    'but its signature is of',
  ],
]

test.each(lies)('refuses: a service that %s', async (_, lie, answers, reason) => {
  const { opened, page } = await openQueue([owner], lie)
  await page.getByText(reason).first().waitFor()
  expect(await answersOf(opened)).toEqual(answers)
  await closeQuietly(opened)
})

test('refuses: a service that states another threshold, which no storage proof holds', async () => {
  const { opened, page } = await openQueue([owner], (path, { data }) => {
    const { account } = data as { account: Json }
    if (path.endsWith('/account')) account.threshold = 1
  })
  await page.getByText('The proof of the Safe’s account does not hold'.replace('’', "'")).waitFor()
  expect(await page.getByTestId('queue-entry').count()).toBe(0)
  await closeQuietly(opened)
})

test('default: an owner confirms in four clicks from the queue: two of two, ready', async () => {
  const parity: PageWallet['answer'] = async ({ method, params }, account) => {
    if (method !== 'eth_signTypedData_v4') return undefined
    const signature = await account.signTypedData(JSON.parse(params[1] as string))
    return `${signature.slice(0, -2)}0${Number.parseInt(signature.slice(-2), 16) - 27}`
  }
  const namesake = { ...owner, key: keyOf('trader') }
  const queue = await openQueue([{ ...owner, chainId: 1, answer: parity }, namesake])
  const { opened, page, methods, click, clicks } = queue
  await askWallet(queue)
  await lookAt(page, 'queue-wallets')
  await click('button', /^Owner’s wallet \(example\.wallet\)$/)
  await page.getByText('2 of 2 signed: ready to execute').waitFor()
  expect(clicks()).toBeLessThanOrEqual(4)
  expect(methods).toEqual([
    'eth_requestAccounts',
    'eth_chainId',
    'wallet_switchEthereumChain',
    'eth_chainId',
    'eth_signTypedData_v4',
  ])
  await lookAt(page, 'queue-ready')
  await closeQuietly(opened)
})

/** Builds a supply of WETH for a strategist of Local ETH, to the point where it can be handed over. */
async function openBuilt(strategist: string, wallets: readonly PageWallet[] = []) {
  const opened = await openPage({ viewport: { width: 1440, height: 900 } })
  const { page } = opened
  const methods = await addWallets(opened, wallets)
  await signInByKey(page, demo)
  const { chain, vault, strategists } = demo.vaults[0]!
  const { address } = strategists.find(({ name }) => name === strategist)!
  await page.goto(`${demo.url}/console/vaults/${chain}/${vault}/act/${address}`)
  await page.getByLabel(/^Search \d+ actions$/).fill('aave v3 supply')
  await page.getByRole('button', { name: /^Supply Supplies/ }).press('Enter')
  await page.getByLabel('asset', { exact: true }).selectOption(localManifest.contracts.WETH!)
  await page.getByLabel('amount', { exact: true }).fill('2')
  await page.getByLabel('amount', { exact: true }).press('Enter')
  await page.getByRole('button', { name: /^Build and simulate/ }).press('Enter')
  await page.getByText('simulated by the service').waitFor()
  return { opened, page, methods, address }
}

test('default: a batch is proposed in three clicks from the build, and waits in the queue', async () => {
  const { opened, page } = await openBuilt('multisig')
  let clicks = 0
  const click = async (name: string) => {
    clicks += 1
    await page.getByRole('button', { name, exact: true }).first().click()
  }
  await click('Propose to Safe')
  await page.getByText('Bounds by a simulation at block').waitFor()
  await lookAt(page, 'propose')
  await click('Propose')
  await page.getByText(/^Proposed at nonce \d+\.$/).waitFor()
  expect(clicks).toBeLessThanOrEqual(3)
  await page.getByRole('link', { name: 'To the transaction in the queue' }).click()
  await page.getByText('0 of 2 signed').first().waitFor()
  expect(await page.getByTestId('verdict').getAttribute('data-answer')).toBe('conditional')
  await closeQuietly(opened)
})

test('refuses: a service that proposes something else than what was built', async () => {
  const { opened, page } = await openBuilt('multisig')
  await page.route('**/proposals**', async (route) => {
    const response = await route.fetch({
      url: route.request().url().replace('/console/v1/', '/v1/'),
      headers: { ...route.request().headers(), authorization: `Bearer ${demo.key}` },
    })
    const json = await response.json()
    json.data.safe_tx_hash = `0x${'12'.repeat(32)}`
    await route.fulfill({ response, json })
  })
  await page.getByRole('button', { name: 'Propose to Safe' }).first().click()
  await page.getByText('Tell the owners not to sign it.').waitFor()
  expect(await page.getByRole('button', { name: 'Propose', exact: true }).isEnabled()).toBe(false)
  await closeQuietly(opened)
})

/** A wallet that says that it sent, and its node. */
const sender = (changes: { readonly input?: string; readonly status?: string } = {}) => {
  const hash = `0x${'ab'.repeat(32)}`
  let sent: Readonly<Record<string, unknown>> = {}
  const answer: PageWallet['answer'] = ({ method, params }) => {
    if (method === 'eth_sendTransaction') {
      sent = params[0] as typeof sent
      return hash
    }
    const { from, to, data: input } = sent
    if (method === 'eth_getTransactionReceipt')
      return { blockNumber: '0x80', status: changes.status ?? '0x1' }
    if (method === 'eth_getTransactionByHash') return { from, to, input: changes.input ?? input }
    return undefined
  }
  return { answer, sent: () => sent }
}

test.each([
  ['succeeds', {}, 'It is in block 128, with the calldata that was built, and succeeded.'],
  ['fails', { status: '0x0' }, 'and failed: nothing moved.'],
  ['is another', { input: '0x12345678' }, 'The transaction in block 128 has another calldata.'],
])(
  'default: a plain account sends what was built, and follows it: it %s',
  async (_, changes, text) => {
    const { answer, sent } = sender(changes)
    const wallet = { name: 'Strategist', key: keyOf('strategist'), answer }
    const { opened, page, address } = await openBuilt('strategist', [wallet])
    await page.getByRole('button', { name: 'Send with a wallet' }).first().click()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText(text).waitFor()
    const { manager } = localManifest.vaults[0]!
    expect(sent()).toMatchObject({ from: address, to: manager, value: '0x0' })
    await lookAt(page, 'sent', ['light'])
    await closeQuietly(opened)
  },
)

test('refuses: to send from another account than the strategist', async () => {
  const { answer, sent } = sender()
  const wallet = { name: 'Stranger', key: keyOf('trader'), answer }
  const { opened, page } = await openBuilt('strategist', [wallet])
  await page.getByRole('button', { name: 'Send with a wallet' }).first().click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('is not among its accounts').waitFor()
  expect(sent()).toEqual({})
  await closeQuietly(opened)
})

const executedHash = `0x${'cd'.repeat(32)}`
const executedMove = {
  token_address: localManifest.contracts.WETH!,
  holder_address: localManifest.vaults[0]!.vault,
  is_stated: true,
  raw_at_least: '-10',
  raw_at_most: '-10',
  raw_happened: '-10',
}

test.each([
  ['as said', '-10', 'conditional'],
  ['otherwise, which the service calls as said', '-11', 'no'],
])('default: what was executed has a receipt: %s', async (_, raw_happened, answer) => {
  const { opened, page } = await openQueue([])
  const data = {
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
    statement: { block_number: 119, moves: [], approvals: [] },
  }
  await page.route('**/executions/**', (route) => route.fulfill({ json: { data } }))
  const { chain, vault, strategists } = demo.vaults[0]!
  const { address } = strategists.find(({ name }) => name === 'multisig')!
  await page.goto(`${demo.url}/console/vaults/${chain}/${vault}/queue/${address}/${executedHash}`)
  await page.getByText('Executed as said').first().waitFor()
  expect(await page.getByTestId('verdict').getAttribute('data-answer')).toBe(answer)
  await page.getByRole('cell', { name: raw_happened, exact: true }).last().waitFor()
  await lookAt(page, `receipt-${answer}`, ['light'])
  await closeQuietly(opened)
})
