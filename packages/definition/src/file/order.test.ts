import { buildLeaf, buildLeafTree, encodeSetManageRoot, paddingLeaf } from '@vaultwright/manager'
import { expect, test } from 'vitest'
import { rootCallsOf } from '../expand/root-call.ts'
import { arrange, orderOf, parseOrder, printOrder } from './order.ts'

const account = '0x1111111111111111111111111111111111111111'
const leafOf = (signature: string) =>
  buildLeaf({ decoder: account, target: account, signature, description: signature })
const [first, two, three] = ['a()', 'b()', 'c()'].map(leafOf) as [
  ReturnType<typeof leafOf>,
  ReturnType<typeof leafOf>,
  ReturnType<typeof leafOf>,
]

test('default: leaves stand where an order has them, gaps, repetitions and words kept', () => {
  const gap = { ...paddingLeaf, description: 'gap' }
  const tree = buildLeafTree([two, gap, first, two], { capacity: 16 })
  const order = parseOrder(printOrder(orderOf(tree)))
  expect(order).toMatchObject({ capacity: 16 })
  const plain = [first, two].map((leaf) => ({ ...leaf, description: '' }))
  expect(arrange(plain, order)).toEqual({ leaves: [two, gap, first, two], vacated: [], added: [] })
})

test('behavior: leaves that are gone leave empty slots, new ones come after', () => {
  const order = orderOf(buildLeafTree([first, two]))
  const { leaves, vacated, added } = arrange([three, first], order)
  expect(leaves).toEqual([first, paddingLeaf, three])
  expect({ vacated, added }).toEqual({ vacated: [1], added: [2] })
})

test('behavior: roots in force, and roots without a strategist, need no call', () => {
  const root = (digit: string) => `0x${digit.repeat(64)}` as const
  const change = { strategist: 'main', account, before: null, after: root('1') } as const
  const changes = [
    change,
    { ...change, before: root('1') },
    { ...change, account: null },
    { ...change, before: root('2') },
  ]
  const call = { to: account, value: 0n, data: encodeSetManageRoot(account, root('1')) }
  expect(rootCallsOf(account, changes)).toEqual([call, call])
})

const legacy = '0x91B1AE3f63Cb06C306175b7DEd0b68586A68e9d3'
const withPadding = (decoder: string) =>
  `{"capacity":2,"padding_decoder":"${decoder}","slots":[{"empty":""}]}`

test('behavior: the decoder of empty slots is read in either spelling', () => {
  for (const text of [legacy, legacy.toLowerCase()]) {
    expect(parseOrder(withPadding(text)).paddingDecoder).toBe(legacy)
  }
})

test.each([
  '',
  '{}',
  '{"capacity":2,"slots":[{"digest":"0x12","description":""}]}',
  withPadding(legacy.replace('B', 'b')),
])('error: OrderFileError for %j', (text) => {
  expect(() => parseOrder(text)).toThrow(expect.objectContaining({ code: 'order_file' }))
})

test('error: DuplicateKeyError where a key stands twice', () => {
  const text = printOrder(orderOf(buildLeafTree([first, two]))).replace('{', '{"capacity":2,')
  expect(() => parseOrder(text)).toThrow(expect.objectContaining({ code: 'duplicate_key' }))
})
