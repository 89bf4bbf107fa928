import { type Address, type Hex, zeroAddress } from '@vaultwright/base'
import { expect, test } from 'vitest'
import { balanceRead, type StateReadValues } from './state-read.ts'
import type { Transfer } from './transfer.ts'
import { type RecipientInput, unknownRecipientWarningsOf } from './unknown-recipient.ts'

const account = (digit: string): Address => `0x${digit.repeat(40)}`
const [vault, manager, router, hostile, pool, usd, eth] = [
  account('1'),
  account('2'),
  account('3'),
  account('4'),
  account('5'),
  account('6'),
  account('7'),
] as const

const moved = (token: Address, from: Address, to: Address, amount = 5n): Transfer => ({
  standard: 'erc20',
  token,
  from,
  to,
  amount,
  id: null,
  logIndex: 0,
})
const calling = (target: Address, data: Hex) => ({ from: vault, target, data, value: 0n })
const swap = calling(router, '0x12345678')

function receiversOf(transfers: readonly Transfer[], more: Partial<RecipientInput> = {}) {
  const request = { from: account('9'), to: manager, data: '0x' } as const
  const none: StateReadValues = new Map()
  const input = { request, holders: [vault], calls: [swap], logs: [], transfers, measurement: none }
  return unknownRecipientWarningsOf({ ...input, ...more }).map(({ facts }) => facts.receiver)
}

test('default: what the vault calls may be paid, and who gives for it', () => {
  expect(receiversOf([moved(usd, vault, router)])).toEqual([])
  // Through a router and an executor to a pool that sells.
  const chain = [
    moved(usd, vault, hostile),
    moved(usd, hostile, pool),
    moved(eth, pool, hostile),
    moved(eth, hostile, vault),
  ]
  expect(receiversOf(chain)).toEqual([])
})

test('behavior: an account that is only paid is a receiver, called or not', () => {
  expect(receiversOf([moved(usd, vault, hostile)])).toEqual([hostile])
  expect(receiversOf([moved(usd, pool, hostile), moved(eth, pool, vault)])).toEqual([hostile])
  // Strangers who deal with each other remain strangers.
  const ring = [moved(usd, vault, hostile), moved(usd, hostile, pool), moved(eth, pool, hostile)]
  expect(receiversOf(ring)).toEqual([hostile, pool, hostile])
})

test('behavior: shares that are minted for it make a partner, a mint for another account does not', () => {
  const paid = moved(usd, vault, pool)
  expect(receiversOf([paid, moved(pool, zeroAddress, vault)])).toEqual([])
  expect(receiversOf([paid, moved(pool, zeroAddress, hostile)])).toEqual([pool, hostile])
})

test('behavior: a debt is repaid to the reserve, which is a token', () => {
  const paid = moved(usd, vault, pool)
  const burnt = moved(eth, vault, zeroAddress)
  const measurement: StateReadValues = new Map([
    [balanceRead(pool, vault).key, { before: 0n, after: 0n }],
  ])
  expect(receiversOf([paid, burnt], { measurement })).toEqual([])
  expect(receiversOf([paid, burnt])).toEqual([pool])
  expect(receiversOf([paid], { measurement })).toEqual([pool])
})

test('behavior: a token that is sent to itself is lost', () => {
  const call = calling(usd, '0xa9059cbb')
  expect(receiversOf([moved(usd, vault, usd)], { calls: [call] })).toEqual([usd])
})

test('behavior: without a vault no recipient is unknown', () => {
  expect(receiversOf([moved(usd, pool, hostile)], { holders: [] })).toEqual([])
})
