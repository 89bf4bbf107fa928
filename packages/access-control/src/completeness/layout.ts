import { type Address, type Hex, parseHex, printHex } from '@vaultwright/base'
import { keccak256 } from '@vaultwright/merkle'
import type { Selector } from '../model/state.ts'

/**
 * Slots of what the known contracts keep, by the name of the value.
 *
 * Source: the storage layouts that the compiler gives of the published sources; Safe from 1.3.0 to 1.5.0.
 */
export const layout = {
  vault: { owner: 6n, authority: 7n, hook: 8n },
  manager: { owner: 0n, authority: 1n, roots: 2n, paused: 5n },
  contract: { owner: 0n, authority: 1n },
  pauser: { pausables: 2n, senders: 4n },
  /** The pause of a teller is byte 16 of the slot, the lock of shares are the 8 bytes from byte 8 on. */
  teller: { flags: 4n, pausedByte: 16, lockByte: 8 },
  authority: { owner: 0n, authority: 1n, roles: 2n, open: 3n, capabilities: 4n },
  safe: {
    singleton: 0n,
    modules: 1n,
    owners: 2n,
    ownerCount: 3n,
    threshold: 4n,
    nonce: 5n,
    signedMessages: 7n,
    approvedHashes: 8n,
  },
  timelock: { roles: 0n, timestamps: 1n, minDelay: 2n },
} as const

/** Slots of a proxy. Source: ERC-1967. */
export const proxySlots = {
  implementation: '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc',
  beacon: '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50',
  admin: '0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103',
} as const satisfies Readonly<Record<string, Hex>>

/** Prints a number as a slot or a word of 32 bytes. */
export function wordAt(value: bigint): Hex {
  return `0x${value.toString(16).padStart(64, '0')}`
}

/**
 * Computes where a Solidity mapping keeps an entry.
 *
 * @param key - 20 or 32 bytes, numbers and addresses filled up on the left.
 * @param slot - the mapping's own slot, or the slot of the mapping that it stands in.
 */
export function entrySlot(key: Hex, slot: Hex | bigint): Hex {
  const place = typeof slot === 'bigint' ? wordAt(slot) : slot
  return printHex(keccak256(parseHex(`0x${key.slice(2).padStart(64, '0')}${place.slice(2)}`)))
}

/** Computes where a RolesAuthority keeps a map by contract and function, whose key is filled up on the right. */
export function functionSlot(target: Address, selector: Selector, slot: bigint): Hex {
  return entrySlot(`0x${selector.slice(2).padEnd(64, '0')}`, entrySlot(target, slot))
}

/** Computes where Solidity keeps the first entry of a list. */
export function arraySlot(slot: bigint): Hex {
  return printHex(keccak256(parseHex(wordAt(slot))))
}

/** Reads the address in a word. */
export function addressIn(word: Hex): Address {
  return `0x${word.slice(-40)}`
}

/**
 * Roles of a timelock.
 *
 * Source: TimelockController of OpenZeppelin; the last is the admin's name in 4.x.
 */
export const timelockRoles = {
  proposer: '0xb09aa5aeb3702cfd50b6b62bc4532604938f21248a27a1d5ca736082b6819cc1',
  executor: '0xd8aa0f3194971a2a116679f7c2090f6939c8d4e01a2a8d7e41d55e5351469e63',
  canceller: '0xfd643c72710c63c0180259aba6b2d05451e3591a24e58b62239378085726f783',
  admin: wordAt(0n),
  olderAdmin: '0x5f58e3a2316349923ce3780f8d587db2d72378aed66a8261c916544fa6846ca5',
} as const satisfies Readonly<Record<string, Hex>>
