import { type Address, type Hex, zeroAddress } from '@vaultwright/base'
import { layoutsOf, type RecognisedCode } from '../code/recognise-code.ts'
import { arraySlot, entrySlot, wordAt } from '../completeness/layout.ts'
import type { BridgeTie, BridgeVerifiers, MessageRoute } from '../model/state.ts'
import type { PieceFinder } from './piece-finder.ts'
import type { ControlHints } from './request.ts'

/** A contract that mints shares for messages of other chains, with its code. */
type Receiver = { readonly address: Address; readonly recognised: RecognisedCode | null }

/**
 * Reads whose word lets messages of other chains in: libraries and verifiers, those that the receiver has and those
 * that are the default. The chains are those that logs name.
 *
 * Source: EndpointV2 and ReceiveUln302 of LayerZero, by the slots of their codes.
 *
 * @returns undefined for a code without a bridge, null if pieces are not there.
 */
export function readBridge(
  finder: PieceFinder,
  { address, recognised }: Receiver,
  hints: ControlHints,
): BridgeTie | null | undefined {
  const endpoint = recognised?.addressIn('endpoint') ?? null
  const { peers, chains } = recognised?.known.slots ?? {}
  if (endpoint === null || peers === undefined || chains === undefined) return undefined
  const entries = hints.users
    .filter(([contract, key]) => contract === address && isChain(key))
    .map(([, key]) => ({
      chain: key,
      peer: finder.number(address, entrySlot(key, peers)),
      terms: finder.number(address, entrySlot(key, chains)),
    }))
  const code = finder.code(endpoint)
  // One round trip brings the code, and what a known one reads.
  if (code === null)
    for (const { delegates } of layoutsOf('bridge_endpoint'))
      if (delegates !== undefined) finder.address(endpoint, entrySlot(address, delegates))
  if (code === null || entries.some(({ peer, terms }) => peer === null || terms === null))
    return null
  const open = entries.filter(({ peer, terms }) => peer !== 0n && (terms! & 0xffn) !== 0n)
  const match = finder.recognise(code)
  const slots = match?.known.slots ?? {}
  if (match?.known.kind !== 'bridge_endpoint' || slots.delegates === undefined) {
    const routes = open.map(({ chain }) => unknownRoute(chain))
    return { endpoint, delegate: null, routes }
  }
  const delegate = finder.address(endpoint, entrySlot(address, slots.delegates))
  const routes = open.map(({ chain }) =>
    routesOf(finder, { receiver: address, chain, endpoint }, match),
  )
  if (delegate === null || routes.includes(null)) return null
  return { endpoint, delegate, routes: routes.flatMap((list) => list ?? []) }
}

/** Ids of chains stand among the keys of mappings: 4 bytes, filled up on the left. */
function isChain(key: Hex): boolean {
  return BigInt(key) < 2n ** 32n
}

function unknownRoute(chain: Hex): MessageRoute {
  return { chain: Number(chain), library: null, isDefaultLibrary: false, verifiers: null }
}

type Path = { readonly receiver: Address; readonly chain: Hex; readonly endpoint: Address }

/** The library that is set and, within the time of its exchange, the one before it. */
function routesOf(
  finder: PieceFinder,
  { receiver, chain, endpoint }: Path,
  code: RecognisedCode,
): readonly MessageRoute[] | null {
  const { slots = {} } = code.known
  const fixed = code.addressIn('library')
  if (fixed !== null) {
    const verifiers = verifiersAt(finder, fixed, { receiver, chain })
    if (verifiers === undefined) return null
    return [{ chain: Number(chain), library: fixed, isDefaultLibrary: false, verifiers }]
  }
  const { libraries, timeouts, defaultLibraries, defaultTimeouts } = slots
  if (
    libraries === undefined ||
    timeouts === undefined ||
    defaultLibraries === undefined ||
    defaultTimeouts === undefined
  )
    return [unknownRoute(chain)]
  const chosen = finder.address(endpoint, entrySlot(chain, entrySlot(receiver, libraries)))
  const usual = finder.address(endpoint, entrySlot(chain, defaultLibraries))
  if (chosen === null || usual === null) return null
  const isDefaultLibrary = chosen === zeroAddress
  const place = isDefaultLibrary
    ? entrySlot(chain, defaultTimeouts)
    : entrySlot(chain, entrySlot(receiver, timeouts))
  const earlier = finder.address(endpoint, place)
  const expiry = finder.number(endpoint, BigInt(place) + 1n)
  if (earlier === null || expiry === null) return null
  const isInTime = earlier !== zeroAddress && expiry > finder.block
  const list = [isDefaultLibrary ? usual : chosen, ...(isInTime ? [earlier] : [])]
  const routes = [...new Set(list)]
    .filter((library) => library !== zeroAddress)
    .map((library) => ({
      chain: Number(chain),
      library,
      isDefaultLibrary,
      verifiers: verifiersAt(finder, library, { receiver, chain }),
    }))
  if (routes.some(({ verifiers }) => verifiers === undefined)) return null
  return routes as readonly MessageRoute[]
}

/** @returns null for a library whose code is not known, undefined if pieces are not there. */
function verifiersAt(
  finder: PieceFinder,
  library: Address,
  path: Pick<Path, 'receiver' | 'chain'>,
): BridgeVerifiers | null | undefined {
  const code = finder.code(library)
  if (code === null) {
    for (const slots of layoutsOf('bridge_library')) configsAt(finder, library, { ...path, slots })
    return undefined
  }
  const entry = finder.recognise(code)?.known
  const { slots } = entry ?? {}
  if (entry?.kind !== 'bridge_library' || slots === undefined) return null
  const [chosen, usual] = configsAt(finder, library, { ...path, slots })
  if (chosen == null || usual == null) return undefined
  const required = chosen.requiredCount === 0n ? usual : chosen
  const optional = chosen.optionalCount === 0n ? usual : chosen
  return {
    required: required.required,
    optional: optional.optional,
    threshold: chosen.optionalCount === none ? 0 : optional.threshold,
    isDefaultRequired: required === usual,
    isDefaultOptional: optional === usual,
  }
}

/** Stands for no verifier where zero stands for the default. */
const none = 255n

type Config = {
  readonly requiredCount: bigint
  readonly optionalCount: bigint
  readonly threshold: number
  readonly required: readonly Address[]
  readonly optional: readonly Address[]
}

/** The setting of a receiver, and the default. */
function configsAt(
  finder: PieceFinder,
  library: Address,
  {
    receiver,
    chain,
    slots: { configs = 0n, defaults },
  }: Pick<Path, 'receiver' | 'chain'> & { readonly slots: Readonly<Record<string, bigint>> },
): readonly (Config | null)[] {
  const usual = defaults === undefined ? entrySlot(zeroAddress, configs) : defaults
  const places = [entrySlot(chain, entrySlot(receiver, configs)), entrySlot(chain, usual)]
  return places.map((place) => configAt(finder, library, place))
}

/** Reads a setting: three counts in the first slot, and a list in each of the two behind it. */
function configAt(finder: PieceFinder, library: Address, place: Hex): Config | null {
  const counts = finder.number(library, place)
  const lists = [1n, 2n].map((offset) => listAt(finder, library, BigInt(place) + offset))
  const [required, optional] = lists
  if (counts === null || required == null || optional == null) return null
  return {
    requiredCount: (counts >> 64n) & 0xffn,
    optionalCount: (counts >> 72n) & 0xffn,
    threshold: Number((counts >> 80n) & 0xffn),
    required,
    optional,
  }
}

/** The library takes 127 of each kind at most. */
const longestList = 127n

function listAt(finder: PieceFinder, library: Address, slot: bigint): readonly Address[] | null {
  const length = finder.number(library, slot)
  const first = BigInt(arraySlot(slot))
  if (length === null) {
    // Most lists are short: their entries come with their length.
    for (const index of [0n, 1n, 2n]) finder.address(library, wordAt(first + index))
    return null
  }
  const count = Number(length < longestList ? length : longestList)
  const list = Array.from({ length: count }, (_, index) =>
    finder.address(library, wordAt(first + BigInt(index))),
  )
  return list.includes(null) ? null : (list as readonly Address[])
}
