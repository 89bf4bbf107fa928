import { blockSize, type KeccakEngine } from './engine.ts'

/** Work that an engine has done. */
export type EngineWork = {
  /** Messages and pairs hashed. */
  readonly hashes: number
  /** Runs of the Keccak-f[1600] permutation: what time is spent on. */
  readonly permutations: number
}

/** An engine that counts, and the count so far. */
export type CountingEngine = {
  readonly engine: KeccakEngine
  readonly work: () => EngineWork
}

/**
 * Wraps an engine so that the work done through it can be counted: speed without a clock.
 *
 * @returns the engine to hand out, and the reader of its count.
 */
export function buildCountingEngine(engine: KeccakEngine): CountingEngine {
  let hashes = 0
  let permutations = 0
  const countMessage = (length: number): void => {
    hashes++
    permutations += Math.floor(length / blockSize) + 1
  }
  const countPairs = (count: number): void => {
    hashes += count
    permutations += count
  }
  return {
    engine: {
      name: engine.name,
      hash: (message) => {
        countMessage(message.length)
        return engine.hash(message)
      },
      hashMessages: (data, offsets, digests) => {
        for (let index = 0; index + 1 < offsets.length; index++) {
          countMessage(offsets[index + 1]! - offsets[index]!)
        }
        engine.hashMessages(data, offsets, digests)
      },
      hashPairs: (nodes, parents) => {
        countPairs(parents.length / 32)
        engine.hashPairs(nodes, parents)
      },
      climb: (node, proof) => {
        countPairs(proof.length / 32)
        return engine.climb(node, proof)
      },
    },
    work: () => ({ hashes, permutations }),
  }
}
