import { beforeAll, expect, test } from 'vitest'
import { type ConsolePage, closeQuietly, lookAt } from '../support/console-page.ts'
import { type Demo, openDemo } from '../support/demo.ts'
import type { Lie } from '../support/key-session.ts'
import type { PageWallet } from '../support/page-wallet.ts'
import {
  executionOf,
  keyOf,
  type OpenedQueue,
  openBuilt,
  openQueue,
  refuseAt,
  sender,
} from '../support/safe-page.ts'

let demo: Demo
beforeAll(async () => {
  demo = await openDemo()
})

const owner: PageWallet = { name: 'Owner’s wallet', key: keyOf('signer 2') }

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
  const { opened, page, click } = await openQueue(demo, [owner])
  await page.getByText('2 of 3 owners sign, next nonce 1, block 134, proven by storage.').waitFor()
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
    { name: 'Trader', key: keyOf('trader') },
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

test.each(traps)('refuses: %s: nothing is sent', async (_, wallet, text) => {
  const queue = await openQueue(demo, [wallet])
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
  const queue = await openQueue(demo, [{ ...owner, answer }])
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
  const { opened, page } = await openQueue(demo, [owner], lie)
  await page.getByText(reason).first().waitFor()
  expect(await answersOf(opened)).toEqual(answers)
  await closeQuietly(opened)
})

test('refuses: a service that states another threshold, which no storage proof holds', async () => {
  const { opened, page } = await openQueue(demo, [owner], (path, { data }) => {
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
  const queue = await openQueue(demo, [{ ...owner, chainId: 1, answer: parity }, namesake])
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

/** Opens the honest transaction, which is ready by now, and asks a wallet to execute it. */
async function askToExecute({ click }: OpenedQueue): Promise<void> {
  await click('link', /^Supply .*8344…9F68$/)
  await click('button', /^Execute with wallet$/)
}

test('default: anybody executes what is ready in two clicks, and the receipt follows by itself', async () => {
  const { answer, sent } = sender()
  const queue = await openQueue(demo, [{ name: 'Trader', key: keyOf('trader'), answer }])
  const { opened, page, clicks } = queue
  const pending = executionOf('-10000000000000000000')
  await page.route('**/executions/**', (route) => route.fulfill({ json: { data: pending } }))
  const answered = page.waitForResponse((response) => /\/executions$/.test(response.url()))
  await askToExecute(queue)
  // The service simulated the very call on the local chain, by the Safe's own contract.
  const { data } = (await (await answered).json()).data
  await page
    .getByText('It is in block 135, with the calldata that was built, and succeeded.')
    .waitFor()
  await page.getByText('Executed as said', { exact: true }).waitFor()
  expect(clicks()).toBeLessThanOrEqual(2)
  const { address } = demo.vaults[0]!.strategists.find(({ name }) => name === 'multisig')!
  expect(sent()).toMatchObject({ to: address, value: '0x0', data })
  expect(data.slice(0, 10)).toBe('0x6a761202')
  await lookAt(page, 'executed')
  await page.setViewportSize({ width: 390, height: 844 })
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(wide).toBeLessThanOrEqual(0)
  await closeQuietly(opened)
})

const refusals: readonly (readonly [string, Partial<PageWallet>, string])[] = [
  [
    'a wallet that refuses',
    { answer: ({ method }) => refuseAt(method, 'eth_sendTransaction') },
    'You refused in the wallet. Nothing was sent.',
  ],
  [
    'a wallet on another chain that does not switch',
    {
      chainId: 1,
      answer: ({ method }) => (method === 'wallet_switchEthereumChain' ? null : undefined),
    },
    'The wallet stayed on another chain.',
  ],
]

test.each(refusals)('refuses: to execute by %s', async (_, changes, text) => {
  const queue = await openQueue(demo, [{ name: 'Trader', key: keyOf('trader'), ...changes }])
  const { opened, page } = queue
  await askToExecute(queue)
  await page.getByText(text).waitFor()
  expect(await page.getByRole('button', { name: 'Execute with wallet' }).isEnabled()).toBe(true)
  await closeQuietly(opened)
})

test('refuses: a service that makes another execution than the page', async () => {
  const { answer, sent } = sender()
  const wallet = { name: 'Trader', key: keyOf('trader'), answer }
  const queue = await openQueue(demo, [wallet], (path, { data }) => {
    if (path.endsWith('/executions')) Object.assign(data as Json, { data: '0x6a761202' })
  })
  const { opened, page } = queue
  await askToExecute(queue)
  await page.getByText('The service makes another call').waitFor()
  expect(sent()).toEqual({})
  await closeQuietly(opened)
})

test('default: a batch is proposed in three clicks from the build, and waits in the queue', async () => {
  const { opened, page } = await openBuilt(demo, 'multisig')
  let clicks = 0
  const click = async (name: string) => {
    clicks += 1
    await page.getByRole('button', { name, exact: true }).first().click()
  }
  await click('Propose to Safe')
  await page.getByText('By a simulation of the service at block').waitFor()
  await lookAt(page, 'propose')
  await click('Propose')
  await page.getByText(/^Proposed at nonce \d+\.$/).waitFor()
  expect(clicks).toBeLessThanOrEqual(3)
  await page.getByRole('link', { name: 'To the transaction in the queue' }).click()
  await page.getByText('0 of 2 signed').first().waitFor()
  expect(await page.getByTestId('verdict').getAttribute('data-answer')).toBe('conditional')
  await closeQuietly(opened)
})

/** As where the operator configured no key. */
const withoutKey: Lie = (path, { data }) => {
  if (path.endsWith('/proposals')) Object.assign(data as Json, { delegate: null })
}

test('default: without a key of the service a wallet proposes in three clicks from the build', async () => {
  const wallets = [{ name: 'Third owner', key: keyOf('signer 3') }]
  const { opened, page, methods } = await openBuilt(demo, 'multisig', {
    wallets,
    lie: withoutKey,
    amount: '3',
  })
  let clicks = 0
  const click = async (name: string) => {
    clicks += 1
    await page.getByRole('button', { name, exact: true }).first().click()
  }
  await click('Propose to Safe')
  await page.getByText('By a simulation of the service at block').waitFor()
  await lookAt(page, 'propose-wallet')
  await click('Propose with wallet')
  await page.getByText(/^Proposed at nonce \d+\.$/).waitFor()
  expect([clicks <= 3, methods]).toEqual([
    true,
    ['eth_requestAccounts', 'eth_chainId', 'eth_signTypedData_v4'],
  ])
  await page.getByRole('link', { name: 'To the transaction in the queue' }).click()
  await page.getByText('1 of 2 signed').first().waitFor()
  await page.getByText('By a simulation of the service at block').waitFor()
  await closeQuietly(opened)
})

test('refuses: to propose by the wallet of a stranger, or by one that signs something else: nothing is sent', async () => {
  const trader = { name: 'Trader', key: keyOf('trader') }
  const forger: PageWallet = {
    name: 'Owner’s wallet',
    key: keyOf('signer 2'),
    answer: ({ method, params }, account) => {
      if (method !== 'eth_signTypedData_v4') return undefined
      const data = JSON.parse(params[1] as string)
      return account.signTypedData({ ...data, message: { ...data.message, nonce: '0' } })
    },
  }
  const texts = [
    [trader, 'is not an owner or a delegate of the Safe'],
    [forger, 'The wallet signed something else, or with another key.'],
  ] as const
  for (const [wallet, text] of texts) {
    const options = { wallets: [wallet], lie: withoutKey, amount: '4' }
    const { opened, page } = await openBuilt(demo, 'multisig', options)
    await page.getByRole('button', { name: 'Propose to Safe' }).first().click()
    await page.getByText('By a simulation of the service at block').waitFor()
    const posts: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') posts.push(request.url())
    })
    await page.getByRole('button', { name: 'Propose with wallet' }).click()
    await page.getByText(text).waitFor()
    expect(posts).toEqual([])
    await closeQuietly(opened)
  }
})

test('refuses: a service that proposes something else than what was built', async () => {
  const { opened, page } = await openBuilt(demo, 'multisig')
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
