import type { Hex } from '@vaultwright/base'
import { appendDroneTarget } from '@vaultwright/manager'
import { describeCall, parseDrones } from '@vaultwright/protocols'
import { expect, test } from 'vitest'
import { namingFor } from './root-evidence.ts'

const drone = '0x00000000000000000000000000000000000d0e00'
const token = '0x7070707070707070707070707070707070707070'
const transfer = `0xa9059cbb${'11'.repeat(20).padStart(64, '0')}${'5'.padStart(64, '0')}` as Hex
const call = { target: drone, data: appendDroneTarget(transfer, token), value: 0n } as const

test('law: a suffix is believed only of the drones that the signer names', () => {
  const named = namingFor(1, { tree: null, vault: null, drones: parseDrones([drone]) })
  const forwarded = describeCall(call, named)
  expect(forwarded).toMatchObject({ target: token, unforwarded: null })
  const alone = describeCall(call, namingFor(1, { tree: null, vault: null, drones: [] }))
  expect(alone).toMatchObject({ target: drone, unforwarded: token })
})

test('refuses: a token on record as a drone, and a text that is no address', () => {
  const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
  const refusal = (code: string) => expect.objectContaining({ code })
  expect(() => parseDrones([usdc])).toThrow(refusal('drone_on_record'))
  expect(() => parseDrones(['0x12'])).toThrow(refusal('invalid_address'))
})
