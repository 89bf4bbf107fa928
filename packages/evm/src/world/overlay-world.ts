import type { StateManagerInterface } from '@ethereumjs/common'
import { Account, type Address as EvmAddress } from '@ethereumjs/util'
import { type Address, BaseError, type Hex, parseHex, printHex } from '@vaultwright/base'
import { keccak256 } from '@vaultwright/merkle'
import { emptyCodeHash, type ProvenState, type StateRef } from '@vaultwright/proof'
import { changesOf, type Overlay } from './change.ts'
import { openJournal } from './journal.ts'
import { StateMissingError } from './state-missing-error.ts'
import type { EvmTimer } from './time-limit.ts'
import type { AccountChange, BringState, World } from './world-type.ts'

const nothing = new Uint8Array(0)

/** A world with what the interpreter calls of it. */
export type InterpretedWorld = StateManagerInterface & World & { readonly timer: EvmTimer }

/** Every world is opened here, so that it has what the interpreter calls. */
export function interpretedOf(world: World): InterpretedWorld {
  return world as InterpretedWorld
}

/** The state below an overlay, the same for all branches. */
type Foundation = {
  readonly state: ProvenState
  readonly bring: BringState
  readonly timer: EvmTimer
}

/** Opens a state for a run, over what is written already. */
export function openOverlay(
  foundation: Foundation,
  overlay: Overlay = emptyOverlay(),
): InterpretedWorld {
  const { state, bring, timer } = foundation
  const { accounts, words, codes, cleared } = overlay
  const journal = openJournal()
  const originals = new Map<string, Uint8Array>()
  let failure: unknown = null

  /** The first failure is kept: nothing that the interpreter makes of it counts. */
  async function need<T>(read: () => T | undefined, missing: StateRef): Promise<T> {
    if (failure !== null) throw failure
    try {
      await timer.checkAndRest()
      const there = read()
      if (there !== undefined) return there
      await timer.pausing(() => bring(missing))
      const brought = read()
      if (brought !== undefined) return brought
      throw new StateMissingError(missing)
    } catch (error) {
      failure ??= error
      throw error
    }
  }

  const storedAccount = (name: Address) => need(() => state.account(name), { account: name })

  const world: InterpretedWorld = {
    async getAccount(address: EvmAddress): Promise<Account | undefined> {
      const name = nameOf(address)
      const written = accounts.get(name)
      if (written !== undefined) return written === null ? undefined : copyOf(written)
      const stored = await storedAccount(name)
      if (stored === null) return undefined
      const { nonce, balance, storageRoot, codeHash } = stored
      return new Account(nonce, balance, parseHex(storageRoot), parseHex(codeHash))
    },
    async putAccount(address: EvmAddress, account?: Account): Promise<void> {
      journal.set(accounts, nameOf(address), account === undefined ? null : copyOf(account))
    },
    async deleteAccount(address: EvmAddress): Promise<void> {
      journal.set(accounts, nameOf(address), null)
      await world.clearStorage(address)
    },
    async modifyAccountFields(address: EvmAddress, fields: Partial<Account>): Promise<void> {
      const account = (await world.getAccount(address)) ?? new Account()
      const stated = Object.entries(fields).filter(([, value]) => value !== undefined)
      Object.assign(account, Object.fromEntries(stated))
      await world.putAccount(address, account)
    },
    async putCode(address: EvmAddress, code: Uint8Array): Promise<void> {
      const hash = printHex(keccak256(code))
      codes.set(hash, code)
      await world.modifyAccountFields(address, { codeHash: parseHex(hash) })
    },
    async getCode(address: EvmAddress): Promise<Uint8Array> {
      const account = await world.getAccount(address)
      if (account === undefined) return nothing
      const codeHash = printHex(account.codeHash)
      if (codeHash === emptyCodeHash) return nothing
      const written = codes.get(codeHash)
      if (written !== undefined) return written
      return need(() => state.code(codeHash), { account: nameOf(address), codeHash })
    },
    async getCodeSize(address: EvmAddress): Promise<number> {
      return (await world.getCode(address)).length
    },
    async getStorage(address: EvmAddress, key: Uint8Array): Promise<Uint8Array> {
      const name = nameOf(address)
      const slot = printHex(key)
      const written = words.get(`${name} ${slot}`)
      if (written !== undefined) return written
      if (cleared.has(name)) return nothing
      return trimmed(parseHex(await need(() => state.slot(name, slot), { account: name, slot })))
    },
    async putStorage(address: EvmAddress, key: Uint8Array, value: Uint8Array): Promise<void> {
      const id = `${nameOf(address)} ${printHex(key)}`
      if (!originals.has(id)) originals.set(id, await world.getStorage(address, key))
      journal.set(words, id, trimmed(value))
    },
    async clearStorage(address: EvmAddress): Promise<void> {
      const name = nameOf(address)
      for (const id of [...words.keys()]) if (id.startsWith(name)) journal.set(words, id, undefined)
      if (cleared.has(name)) return
      cleared.add(name)
      journal.note(() => cleared.delete(name))
    },
    checkpoint: async () => journal.begin(),
    commit: async () => journal.keep(),
    revert: async () => journal.undo(),
    /** Slots as they were when the transaction began, which the price of writing depends on. */
    originalStorageCache: {
      get: async (address: EvmAddress, key: Uint8Array) =>
        originals.get(`${nameOf(address)} ${printHex(key)}`) ?? world.getStorage(address, key),
      clear: () => originals.clear(),
    },
    clearCaches: () => undefined,
    getStateRoot: (): Promise<Uint8Array> => Promise.reject(new OverlayRootError()),
    setStateRoot: (): Promise<void> => Promise.reject(new OverlayRootError()),
    hasStateRoot: async () => false,
    shallowCopy(): never {
      throw new OverlayRootError()
    },

    state,
    timer,
    assertWhole() {
      if (failure !== null) throw failure
      timer.check()
    },
    blockHash: (number: bigint): Promise<Hex> =>
      need(() => state.blockHash(number), { block: number }),
    storedWord: (account, slot) => need(() => state.slot(account, slot), { account, slot }),
    changes: (): ReadonlyMap<Address, AccountChange> => changesOf(state, overlay),
    branch: (): World =>
      openOverlay(foundation, {
        accounts: new Map(accounts),
        words: new Map(words),
        codes: new Map(codes),
        cleared: new Set(cleared),
      }),
  }
  return world
}

function emptyOverlay(): Overlay {
  return { accounts: new Map(), words: new Map(), codes: new Map(), cleared: new Set() }
}

function nameOf(address: EvmAddress): Address {
  return printHex(address.bytes)
}

function copyOf({ nonce, balance, storageRoot, codeHash }: Account): Account {
  return new Account(nonce, balance, storageRoot, codeHash)
}

function trimmed(word: Uint8Array): Uint8Array {
  const start = word.findIndex((byte) => byte !== 0)
  return start === -1 ? nothing : word.subarray(start)
}

/** An overlay has no root of its own. */
class OverlayRootError extends BaseError {
  override readonly code = 'overlay_root'
  override readonly kind = 'bug'

  constructor() {
    super({ message: 'An overlay over proven state has no root. Report this.' })
  }
}
