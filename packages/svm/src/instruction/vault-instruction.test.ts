import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { svmAddressOf } from '../address/address.ts'
import { defaultVaultProgram, systemProgram } from '../address/known-address.ts'
import { openLittleWriter } from '../bytes/little-writer.ts'
import { readVaultInstruction } from './vault-instruction.ts'

function instructionOf(name: string, ...parts: readonly Uint8Array[]) {
  const tag = createHash('sha256').update(`global:${name}`).digest().subarray(0, 8)
  const data = new Uint8Array(Buffer.concat([tag, ...parts]))
  return { program: defaultVaultProgram, accounts: [], data }
}

function wordOf(value: bigint): Uint8Array {
  const writer = openLittleWriter(8)
  writer.u64(value)
  return writer.end()
}

test('law: what is written is read back, and data of another length keeps its name alone', () => {
  const any = fc.record({
    vaultId: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    key: fc.uint8Array({ minLength: 32, maxLength: 32 }),
    rest: fc.uint8Array({ minLength: 1, maxLength: 9 }),
  })
  fc.assert(
    fc.property(any, ({ vaultId, key, rest: tail }) => {
      const parts = [wordOf(vaultId), key]
      const whole = { name: 'set_strategist', kind: 'govern' }
      expect(readVaultInstruction(instructionOf('set_strategist', ...parts))).toEqual({
        ...whole,
        vaultId,
        arguments: [{ name: 'strategist', value: svmAddressOf(key) }],
      })
      expect(readVaultInstruction(instructionOf('set_strategist', ...parts, tail))).toEqual({
        ...whole,
        vaultId: null,
        arguments: null,
      })
    }),
  )
})

test('golden: manage by the tag that the program has', () => {
  const data = Uint8Array.of(0xa8, 0x8d, 0x83, 0x36, 0x4f, 0x96, 0x58, 0x24)
  expect(readVaultInstruction({ program: defaultVaultProgram, accounts: [], data })?.name).toBe(
    'manage',
  )
  expect(
    readVaultInstruction(instructionOf('update_exchange_rate', wordOf(3n), wordOf(9n))),
  ).toEqual({
    name: 'update_exchange_rate',
    kind: 'govern',
    vaultId: 3n,
    arguments: [{ name: 'exchange_rate', value: '9' }],
  })
})

test('refuses: another program, and a tag without a name', () => {
  expect(readVaultInstruction({ ...instructionOf('pause'), program: systemProgram })).toBeNull()
  expect(readVaultInstruction(instructionOf('no_such_name'))).toBeNull()
})
