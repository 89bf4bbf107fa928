import type { Digest } from '@vaultwright/base'

/** The kernel that hashes: three messages at a time in WebAssembly, one at a time, or plain JavaScript. */
export type KeccakEngineName = 'simd' | 'scalar' | 'js'

/**
 * The one thing that differs between machines: how keccak-256 is computed.
 *
 * Every engine gives the same bytes. Lengths are the caller's to check.
 */
export type KeccakEngine = {
  readonly name: KeccakEngineName
  /** Hashes one message of any length. */
  readonly hash: (message: Uint8Array) => Digest
  /** Hashes n messages: `offsets` has n + 1 ascending entries into `data`, `digests` n * 32 bytes. */
  readonly hashMessages: (data: Uint8Array, offsets: Uint32Array, digests: Uint8Array) => void
  /** Hashes n pairs of nodes, the smaller first: `nodes` has n * 64 bytes, `parents` n * 32. */
  readonly hashPairs: (nodes: Uint8Array, parents: Uint8Array) => void
  /** Hashes a node with each 32 bytes of a proof in turn, the smaller of the pair first. */
  readonly climb: (node: Uint8Array, proof: Uint8Array) => Digest
}

/** Bytes of input that one permutation takes in. Source: FIPS 202, capacity 512. */
export const blockSize = 136
