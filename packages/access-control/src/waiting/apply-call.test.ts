import type { Address, Hex } from '@vaultwright/base'
import { zeroAddress } from '@vaultwright/base'
import {
  type AbiFunction,
  encodeAbiParameters,
  encodeFunctionData,
  keccak256,
  parseAbi,
} from 'viem'
import { expect, test } from 'vitest'
import { addressNamed } from '../../../../test/support/evm/control/random-state.ts'
import { guardedFunctions } from '../model/guarded-function.ts'
import { type ControlAccount, capabilityOf } from '../model/state.ts'
import { applyCall } from './apply-call.ts'
import { applyOperations } from './apply-operation.ts'
import { isOperation, type WaitingOperation } from './operation.ts'

const [vault, roles, pauser, timelock, alice, manager] = [
  'vault',
  'roles',
  'pauser',
  'timelock',
  'alice',
  'manager',
].map(addressNamed) as [Address, Address, Address, Address, Address, Address]
const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`

const abi = parseAbi([
  'function setAuthority(address)',
  'function transferOwnership(address)',
  'function setUserRole(address,uint8,bool)',
  'function setRoleCapability(uint8,address,bytes4,bool)',
  'function setPublicCapability(address,bytes4,bool)',
  'function addPausable(address)',
  'function removePausable(uint256)',
  'function updateSenderToPausable(address,address)',
  'function setManageRoot(address,bytes32)',
  'function pause()',
  'function pauseAll()',
  'function setBeforeTransferHook(address)',
  'function manageVaultWithMerkleVerification(bytes32[][],address[],address[],bytes[],uint256[])',
  'function canCall(address,address,bytes4)',
  'function upgradeToAndCall(address,bytes)',
  'function manage(address,bytes,uint256)',
  'function manage(address[],bytes[],uint256[])',
  'function grantRole(bytes32,address)',
  'function revokeRole(bytes32,address)',
  'function updateDelay(uint256)',
])
const calldata = (name: string, args: readonly unknown[]): Hex => {
  const item = abi.find((each) => each.name === name && each.inputs.length === args.length)!
  return encodeFunctionData({ abi: [item] as readonly AbiFunction[], functionName: name, args })
}

/** A vault, its Manager, its Pauser and its authority, which a timelock owns. */
function stateNow(): Map<Address, ControlAccount> {
  const auth = { owner: timelock, authority: roles }
  const functionsOf = (kind: keyof typeof guardedFunctions) =>
    new Set(Object.values(guardedFunctions[kind]))
  const contract = { kind: 'contract', auth, isKnown: true } as const
  return new Map<Address, ControlAccount>([
    [alice, { kind: 'key', isUnused: false }],
    [vault, { ...contract, part: { of: 'vault' }, functions: functionsOf('vault') }],
    [
      manager,
      {
        ...contract,
        part: { of: 'manager', vault, isPaused: false, strategists: [] },
        functions: functionsOf('manager'),
      },
    ],
    [
      pauser,
      {
        ...contract,
        part: { of: 'pauser', pausables: [vault, manager, roles], senders: new Map() },
        functions: functionsOf('pauser'),
      },
    ],
    [
      roles,
      {
        kind: 'authority',
        auth: { owner: timelock, authority: zeroAddress },
        roles: new Map(),
        capabilities: new Map(),
        open: new Set(),
        isComplete: true,
      },
    ],
    [
      timelock,
      {
        kind: 'timelock',
        minDelay: 60,
        admins: [timelock],
        proposers: [alice],
        executors: [zeroAddress],
        cancellers: [],
        isComplete: true,
      },
    ],
  ])
}

/** The account after a call of the timelock. */
function after(target: Address, name: string, args: readonly unknown[]) {
  const state = stateNow()
  const effect = applyCall(state, { by: timelock, target, data: calldata(name, args) })
  return { effect, account: state.get(target)!, state }
}

test('golden: each call that changes who controls a vault changes the account that it is made of', () => {
  expect(after(vault, 'transferOwnership', [alice])).toMatchObject({
    effect: 'applied',
    account: { auth: { owner: alice, authority: roles } },
  })
  expect(after(vault, 'setAuthority', [alice]).account).toMatchObject({
    auth: { owner: timelock, authority: alice },
  })
  const enter = '0x39d6ba32'
  expect(after(roles, 'setUserRole', [alice, 255, true]).account).toMatchObject({
    roles: new Map([[alice, 1n << 255n]]),
  })
  expect(after(roles, 'setUserRole', [alice, 3, false]).account).toMatchObject({ roles: new Map() })
  expect(after(roles, 'setRoleCapability', [8, vault, enter, true]).account).toMatchObject({
    capabilities: new Map([[capabilityOf(vault, enter), 256n]]),
  })
  expect(after(roles, 'setPublicCapability', [vault, enter, true]).account).toMatchObject({
    open: new Set([capabilityOf(vault, enter)]),
  })
  expect(after(pauser, 'removePausable', [0n]).account).toMatchObject({
    part: { pausables: [roles, manager] },
  })
  expect(after(pauser, 'addPausable', [alice]).account).toMatchObject({
    part: { pausables: [vault, manager, roles, alice] },
  })
  expect(after(pauser, 'updateSenderToPausable', [alice, vault]).account).toMatchObject({
    part: { senders: new Map([[alice, vault]]) },
  })
  expect(after(manager, 'setManageRoot', [alice, word(1n)]).account).toMatchObject({
    part: { strategists: [alice] },
  })
  expect(after(vault, 'setBeforeTransferHook', [alice]).account).toMatchObject({
    part: { of: 'vault', hook: alice },
  })
  expect(after(manager, 'pause', []).account).toMatchObject({ part: { isPaused: true } })
  expect(after(timelock, 'updateDelay', [5n]).account).toMatchObject({ minDelay: 5 })
  const executor = '0xd8aa0f3194971a2a116679f7c2090f6939c8d4e01a2a8d7e41d55e5351469e63'
  expect(after(timelock, 'grantRole', [executor, alice]).account).toMatchObject({
    executors: [zeroAddress, alice],
  })
  expect(after(timelock, 'revokeRole', [executor, zeroAddress]).account).toMatchObject({
    executors: [],
  })
})

test('golden: a call through the vault is made by the vault', () => {
  const inner = calldata('setUserRole', [alice, 1, true])
  expect(after(vault, 'manage', [roles, inner, 0n]).effect).toBe('refused')
  const state = stateNow()
  const authority = state.get(roles) as Extract<ControlAccount, { kind: 'authority' }>
  state.set(roles, { ...authority, auth: { owner: vault, authority: zeroAddress } })
  const data = calldata('manage', [roles, inner, 0n])
  expect(applyCall(state, { by: timelock, target: vault, data })).toBe('applied')
  expect(state.get(roles)).toMatchObject({ roles: new Map([[alice, 2n]]) })
})

test('refuses: what the timelock may not do changes nothing, and what cannot be followed is not known', () => {
  const state = stateNow()
  const data = calldata('transferOwnership', [alice])
  expect(applyCall(state, { by: alice, target: vault, data })).toBe('refused')
  expect(state).toEqual(stateNow())
  expect(applyCall(state, { by: timelock, target: addressNamed('token'), data })).toBe('none')
  const item = abi.findLast(({ name }) => name === 'manage')!
  const args = [[roles], ['0x'], [0n]]
  const batch = encodeFunctionData({
    abi: [item] as readonly AbiFunction[],
    functionName: 'manage',
    args,
  })
  expect(applyCall(state, { by: timelock, target: vault, data: batch })).toBe('unknown')
  expect(after(pauser, 'pauseAll', []).effect).toBe('unknown')
  const run = [[], [], [], [], []]
  expect(after(manager, 'manageVaultWithMerkleVerification', run).effect).toBe('unknown')
  // No entry of the list has this index.
  expect(after(pauser, 'removePausable', [3n]).effect).toBe('refused')
  // Cut calldata reverts.
  expect(applyCall(state, { by: timelock, target: vault, data: '0xf2fde38b' })).toBe('refused')
  state.set(vault, { kind: 'unknown', codeHash: null })
  expect(applyCall(state, { by: timelock, target: vault, data })).toBe('unknown')
})

test('refuses: to say what a call does by an authority that is not known, or through an account that a call named', () => {
  const state = stateNow()
  const judge = addressNamed('judge')
  const renounce = calldata('transferOwnership', [zeroAddress])
  const setJudge = calldata('setAuthority', [judge])
  expect(applyCall(state, { by: timelock, target: vault, data: setJudge })).toBe('applied')
  expect(applyCall(state, { by: timelock, target: vault, data: renounce })).toBe('applied')
  // The new authority was not looked into: it may let the timelock through.
  expect(applyCall(state, { by: timelock, target: vault, data: setJudge })).toBe('unknown')
  const newcomer = addressNamed('newcomer')
  const grant = calldata('setUserRole', [newcomer, 1, true])
  expect(applyCall(state, { by: timelock, target: newcomer, data: '0x' })).toBe('none')
  expect(applyCall(state, { by: timelock, target: roles, data: grant })).toBe('applied')
  expect(applyCall(state, { by: timelock, target: newcomer, data: '0x' })).toBe('unknown')
})

test('refuses: to say what new code does that a proxy takes from its admin', () => {
  const state = stateNow()
  const behind = state.get(roles) as Extract<ControlAccount, { kind: 'authority' }>
  state.set(roles, { kind: 'proxy', admin: timelock, behind })
  const data = calldata('upgradeToAndCall', [alice, '0x'])
  expect(applyCall(state, { by: timelock, target: roles, data })).toBe('unknown')
})

test('golden: a call that asks an authority changes nothing, and needs no right', () => {
  const data = calldata('canCall', [alice, vault, '0x39d6ba32'])
  expect(applyCall(stateNow(), { by: alice, target: roles, data })).toBe('none')
})

test('law: an operation is done whole or not at all, and is tried again when others have run', () => {
  const operationOf = (by: Address, ...calls: readonly [Address, Hex][]): WaitingOperation => ({
    timelock: by,
    id: word(1n),
    readyAt: 1n,
    calls: calls.map(([target, data]) => ({ target, value: word(0n), data })),
  })
  const secondTimelock = addressNamed('second timelock')
  const state = stateNow().set(secondTimelock, stateNow().get(timelock)!)
  const pause: [Address, Hex] = [manager, calldata('pause', [])]
  const open = calldata('setPublicCapability', [manager, '0x8456cb59', true])
  const early = operationOf(secondTimelock, pause)
  const late = operationOf(timelock, [roles, open])
  expect(applyOperations(state, [early, late])!.get(manager)).toMatchObject({
    part: { isPaused: true },
  })
  const take: [Address, Hex] = [manager, calldata('transferOwnership', [secondTimelock])]
  const half = operationOf(secondTimelock, take, pause)
  expect(applyOperations(state, [half])).toEqual(state)
  expect(applyOperations(state, [half, late])!.get(manager)).toMatchObject({
    auth: { owner: timelock },
    part: { isPaused: false },
  })
  expect(applyOperations(state, [late, { ...early, calls: null }])).toBeNull()
})

test('law: calls are believed if their hash is that of the operation, of one call and of several', () => {
  const zero = word(0n)
  for (const bytes of [0, 4, 31, 32, 33, 100]) {
    const call = {
      target: vault,
      value: word(BigInt(bytes)),
      data: `0x${'ab'.repeat(bytes)}` as Hex,
    }
    const single = keccak256(
      encodeAbiParameters(
        [
          { type: 'address' },
          { type: 'uint256' },
          { type: 'bytes' },
          { type: 'bytes32' },
          { type: 'bytes32' },
        ],
        [call.target, BigInt(bytes), call.data, zero, word(7n)],
      ),
    )
    const calls = [call, { ...call, target: roles, data: '0x0102' as Hex }]
    const batch = keccak256(
      encodeAbiParameters(
        [
          { type: 'address[]' },
          { type: 'uint256[]' },
          { type: 'bytes[]' },
          { type: 'bytes32' },
          { type: 'bytes32' },
        ],
        [
          calls.map(({ target }) => target),
          calls.map(({ value }) => BigInt(value)),
          calls.map(({ data }) => data),
          zero,
          word(7n),
        ],
      ),
    )
    const terms = { timelock, predecessor: zero, salt: word(7n) }
    expect(isOperation({ ...terms, id: single, calls: [call] })).toBe(true)
    expect(isOperation({ ...terms, id: batch, calls })).toBe(true)
    expect(isOperation({ ...terms, id: batch, calls: calls.toReversed() })).toBe(false)
    expect(isOperation({ ...terms, id: single, calls: [{ ...call, value: word(999n) }] })).toBe(
      false,
    )
  }
})
