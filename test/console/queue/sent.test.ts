import { beforeAll, expect, test } from 'vitest'
import { localManifest } from '../../api/support/builder-world.ts'
import { closeQuietly, lookAt } from '../support/console-page.ts'
import { type Demo, openDemo } from '../support/demo.ts'
import {
  executedHash,
  executionOf,
  keyOf,
  openBuilt,
  openQueue,
  sender,
} from '../support/safe-page.ts'

let demo: Demo
beforeAll(async () => {
  demo = await openDemo()
})

test.each([
  ['succeeds', {}, 'It is in block 135, with the calldata that was built, and succeeded.'],
  ['fails', { status: '0x0' }, 'and failed: nothing moved.'],
  ['is another', { input: '0x12345678' }, 'The transaction in block 135 has another calldata.'],
])(
  'default: a plain account sends what was built, and follows it: it %s',
  async (_, changes, text) => {
    const { answer, sent } = sender(changes)
    const wallet = { name: 'Strategist', key: keyOf('strategist'), answer }
    const { opened, page, address } = await openBuilt(demo, 'strategist', { wallets: [wallet] })
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
  const wallet = { name: 'Trader', key: keyOf('trader'), answer }
  const { opened, page } = await openBuilt(demo, 'strategist', { wallets: [wallet] })
  await page.getByRole('button', { name: 'Send with a wallet' }).first().click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('is not among its accounts').waitFor()
  expect(sent()).toEqual({})
  await closeQuietly(opened)
})

test.each([
  ['as said', '-10000000000000000000', 'pays exactly 10 WETH', 'conditional'],
  [
    'otherwise, which the service calls as said',
    '-11000000000000000000',
    'pays exactly 11 WETH',
    'no',
  ],
])('default: what was executed has a receipt: %s', async (_, raw_happened, text, answer) => {
  const { opened, page } = await openQueue(demo, [])
  const data = executionOf(raw_happened)
  await page.route('**/executions/**', (route) => route.fulfill({ json: { data } }))
  const { chain, vault, strategists } = demo.vaults[0]!
  const { address } = strategists.find(({ name }) => name === 'multisig')!
  await page.goto(`${demo.url}/console/vaults/${chain}/${vault}/queue/${address}/${executedHash}`)
  await page.getByText('Executed as said').first().waitFor()
  expect(await page.getByTestId('verdict').getAttribute('data-answer')).toBe(answer)
  await page.getByRole('cell', { name: text }).last().waitFor()
  await lookAt(page, `receipt-${answer}`, ['light'])
  await closeQuietly(opened)
})
