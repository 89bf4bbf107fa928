import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Hex, printHex } from '@vaultwright/base'
import fc from 'fast-check'
import {
  encodeFunctionData,
  getAddress,
  hashDomain,
  hashStruct,
  hashTypedData,
  parseAbi,
} from 'viem'
import { expect, test } from 'vitest'
import { accountOf, hashPacket } from './account.ts'
import { openPacket } from './packet.ts'

const typed = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../fixtures/safe/typed-data.json'), 'utf8'),
)
const bytes = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map(printHex)
const address = bytes(20).map((account) => getAddress(account))
const uint = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map(String)
const messages = fc.record({
  to: address,
  value: uint,
  data: fc.uint8Array({ maxLength: 100 }).map(printHex),
  operation: fc.constantFrom(0, 1),
  safeTxGas: uint,
  baseGas: uint,
  gasPrice: uint,
  gasToken: address,
  refundReceiver: address,
  nonce: uint,
})

test.each([
  ['1.0.0', false],
  ['1.1.1', false],
  ['1.2.0', false],
  ['1.3.0', true],
  ['1.4.1', true],
  ['1.5.0', true],
] as const)('golden: the three hashes of Safe %s are those of viem', (version, isBound) => {
  const domainTypes = typed.types.EIP712Domain.slice(isBound ? 0 : 1)
  const types = { ...typed.types, EIP712Domain: domainTypes }
  fc.assert(
    fc.property(messages, address, fc.integer({ min: 1, max: 2 ** 31 }), (message, safe, id) => {
      const domain = { verifyingContract: safe, ...(isBound ? { chainId: id } : {}) }
      const data = { types, domain, primaryType: 'SafeTx', message }
      const packet = openPacket(JSON.stringify(data))
      const hashed = hashPacket(packet, { ...accountOf(packet), version, chainId: id })
      const { primaryType } = data
      expect(hashed).toMatchObject({
        ok: true,
        hashes: {
          domain: hashDomain({ domain, types } as never),
          message: hashStruct({ data: message, types, primaryType } as never),
          transaction: hashTypedData(data as never),
        },
      })
    }),
  )
})

test('golden: a nested Safe signs approveHash of the inner hash, as viem hashes it', () => {
  const outer = '0x2222222222222222222222222222222222222222'
  const packet = openPacket(JSON.stringify(typed))
  const account = { ...accountOf(packet), version: '1.4.1' }
  const outers = [{ safe: outer, nonce: 5n, version: '1.3.0' }] as const
  const hashed = hashPacket(packet, { ...account, outers })
  const abi = parseAbi(['function approveHash(bytes32)'])
  const inner: Hex = hashTypedData(typed)
  const zero = `0x${'00'.repeat(20)}`
  const gas = { safeTxGas: 0, baseGas: 0, gasPrice: 0, gasToken: zero, refundReceiver: zero }
  const approval = {
    ...typed,
    domain: { chainId: 1, verifyingContract: outer },
    message: {
      to: typed.domain.verifyingContract,
      value: 0,
      data: encodeFunctionData({ abi, functionName: 'approveHash', args: [inner] }),
      operation: 0,
      nonce: 5,
      ...gas,
    },
  }
  expect(hashed).toMatchObject({
    ok: true,
    hashes: { transaction: inner },
    shown: { transaction: hashTypedData(approval) },
  })
})

test('refuses: hashes without what they need, each by its name', () => {
  const call = openPacket('0x8456cb59')
  expect(hashPacket(call, accountOf(call))).toMatchObject({
    ok: false,
    missing: ['Safe', 'chain', 'version', 'nonce', 'account that is called'],
  })
})
