import type { Address, Hex } from '@vaultwright/base'
import { encodeFlashLoan, encodeManage, type ManageCall } from '@vaultwright/manager'
import { expect, test } from 'vitest'
import type { StrategistContext } from '../service/strategist-context.ts'
import { readGivenBatch } from './given-batch.ts'

const manager: Address = '0x1111111111111111111111111111111111111111'
const root: Hex = `0x${'ab'.repeat(32)}`
const context = { deployment: { manager }, root } as StrategistContext

/** A call that carries some bytes. */
function callWith(data: Hex): ManageCall {
  return { proof: [], decoder: manager, target: manager, data, value: 0n }
}

/** Calldata whose innermost call lies in so many loans. */
function nested(depth: number, byteCount: number): Hex {
  let call = callWith(`0x${'07'.repeat(byteCount)}`)
  for (let level = 0; level < depth; level++) {
    const loan = { recipient: manager, tokens: [], amounts: [], calls: [call], salt: '0x' } as const
    call = callWith(encodeFlashLoan(loan))
  }
  return encodeManage([call])
}

test('default: the vault’s Manager is the target, and calls inside of loans count', () => {
  const batch = readGivenBatch({ calldata: nested(2, 5) }, context)
  expect(batch).toMatchObject({ target: manager, root, value: 0n, actions: [] })
  expect(batch.description).toBe('Given calldata with 3 calls')
  const single = readGivenBatch({ calldata: nested(0, 5), value: '7' }, context)
  expect([single.description, single.value]).toEqual(['Given calldata with one call', 7n])
})

test('refuses: loans inside of loans whose record would be many times the calldata', () => {
  const calldata = nested(40, 60_000)
  expect(calldata.length / 2).toBeLessThan(131_072)
  expect(() => readGivenBatch({ calldata }, context)).toThrow(
    expect.objectContaining({
      entries: [
        {
          loc: ['body', 'calldata'],
          msg: expect.stringMatching(/inside of loans .* at most 1048576/),
          type: 'manager_calldata',
        },
      ],
    }),
  )
})
