import type { Address } from '@vaultwright/base'
import { buildLeaf } from '@vaultwright/manager'
import { describe, expect, test } from 'vitest'
import { accountOf, parseLabel, roleOf } from './role.ts'

describe('roleOf', () => {
  test('default', () => {
    const recipients = [
      'to',
      '_to',
      'receiver_',
      'onBehalfOf',
      'params.recipient',
      'users[0]',
      '_for',
    ]
    const spenders = ['spender', '_guy', 'approvals[0].spender']
    const otherLabels = [
      'asset',
      'token',
      'executor',
      'oracle',
      'market',
      'feeAsset',
      'tokens[0]',
      'toChain',
    ]
    expect(recipients.filter((label) => roleOf(label) !== 'recipient')).toEqual([])
    expect(spenders.filter((label) => roleOf(label) !== 'spender')).toEqual([])
    expect(otherLabels.filter((label) => roleOf(label) !== 'other')).toEqual([])
  })

  test('behavior: numbers and facts of the chain receive nothing', () => {
    expect(roleOf('uint160(destinationDomain)')).toBe('other')
    expect(roleOf('positions(params.tokenId).operator')).toBe('other')
    expect(roleOf('hi16(_sendParam.to)')).toBe('recipient')
  })

  test('behavior: a field of bytes in the calldata is chosen by the caller', () => {
    const chosen = [
      "abi(message.receiver, '(address receiver)').receiver",
      "abi(data, 'redeem(uint256 amount, address receiver, address owner)').owner",
      'odosCompact().outputReceiver',
      'words20(sent.tvmTarget, 3)[]',
    ]
    expect(chosen.filter((label) => roleOf(label) !== 'recipient')).toEqual([])
    expect(roleOf("positions(abi(data, '(uint256 id)').id).operator")).toBe('other')
    expect(roleOf('odosCompact().executor')).toBe('other')
  })

  test('behavior: where decoders differ the closer look counts', () => {
    expect(roleOf('asset or claimer')).toBe('recipient')
    expect(roleOf('asset or spender')).toBe('spender')
  })
})

describe('parseLabel', () => {
  test('default', () => {
    expect(parseLabel('lo16(_sendParam.to)')).toEqual({
      word: 'to',
      form: 'low',
      role: 'recipient',
    })
    expect(parseLabel('queued[1].withdrawer')).toMatchObject({ word: 'withdrawer', form: 'whole' })
  })
})

describe('accountOf', () => {
  const labelled = (labels: readonly (string | null)[], args: readonly string[]) => ({
    leaf: buildLeaf({
      decoder: `0x${'11'.repeat(20)}`,
      target: `0x${'22'.repeat(20)}`,
      signature: 'f()',
      arguments: args,
    }),
    labels,
    isDrone: false,
    fit: 'fits' as const,
  })
  const halves = ['hi16(to)', 'lo16(to)']

  test('default', () => {
    const some: Address = '0x08c6F91e2B681FaF5e17227F2a44C307b3C1364C'
    expect(accountOf(labelled(['to'], [some]), 0)).toBe(some)
    expect(accountOf(labelled(['to'], [`0x${'00'.repeat(20)}`]), 0)).toBeNull()
  })

  test('behavior: the halves of a bytes32 are put together', () => {
    const high = `0x${'00'.repeat(12)}08c6f91e${'00'.repeat(4)}`
    const low = `0x2b681faf5e17227f2a44c307b3c1364c${'00'.repeat(4)}`
    const pair = labelled(halves, [high, low])
    expect(accountOf(pair, 0)).toBe('0x08c6F91e2B681FaF5e17227F2a44C307b3C1364C')
    expect(accountOf(pair, 1)).toBeNull()
  })

  test('behavior: an account of another machine is none of ours', () => {
    const high = `0x${'ab'.repeat(16)}${'00'.repeat(4)}`
    expect(accountOf(labelled(halves, [high, high]), 0)).toBeNull()
  })
})
