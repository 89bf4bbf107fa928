import { type Digest, openKernel } from '@vaultwright/base'
import { blockSize, type KeccakEngine, type KeccakEngineName } from './engine.ts'

/** Offsets where the kernels read data and leave digests; assembly/scalar.ts names the same places. */
const inputAt = 4096
const inputSize = 262144
const outputAt = inputAt + inputSize
const outputSize = 131072
const offsetsAt = outputAt + outputSize

const pairLimit = 2048
const messageLimit = outputSize / 32
const proofLimit = inputSize - 32

type Kernel = {
  readonly memory: WebAssembly.Memory
  readonly pairs: (count: number) => void
  readonly messages: (count: number) => void
  readonly climb: (depth: number) => void
  readonly reset: () => void
  readonly absorb: (from: number, blocks: number) => void
  readonly finish: (from: number, length: number, out: number) => void
}

/**
 * Makes an engine from a kernel in WebAssembly, compiled on the spot.
 *
 * @returns the engine; null where the kernel does not run.
 */
export function buildWasmEngine(name: KeccakEngineName, kernel: string): KeccakEngine | null {
  const opened = openKernel(kernel)
  if (opened === null) return null
  const exports = opened as Kernel
  const memory = new Uint8Array(exports.memory.buffer)
  const places = new Uint32Array(exports.memory.buffer, offsetsAt, messageLimit + 1)

  const hash = (message: Uint8Array): Digest => {
    exports.reset()
    let offset = 0
    for (; message.length - offset > inputSize - blockSize; offset += wholeBlocks * blockSize) {
      memory.set(message.subarray(offset, offset + wholeBlocks * blockSize), inputAt)
      exports.absorb(inputAt, wholeBlocks)
    }
    memory.set(offset === 0 ? message : message.subarray(offset), inputAt)
    const blocks = Math.floor((message.length - offset) / blockSize)
    exports.absorb(inputAt, blocks)
    exports.finish(
      inputAt + blocks * blockSize,
      message.length - offset - blocks * blockSize,
      outputAt,
    )
    return memory.slice(outputAt, outputAt + 32)
  }

  return {
    name,
    hash,
    hashMessages: (data, offsets, digests) => {
      const count = offsets.length - 1
      for (let first = 0; first < count; ) {
        const start = offsets[first]!
        let next = first
        while (next < count && next - first < messageLimit) {
          if (offsets[next + 1]! - start > inputSize) break
          places[next - first] = offsets[next]! - start
          next++
        }
        if (next === first) {
          digests.set(hash(data.subarray(start, offsets[first + 1]!)), 32 * first)
          first++
          continue
        }
        places[next - first] = offsets[next]! - start
        memory.set(data.subarray(start, offsets[next]!), inputAt)
        exports.messages(next - first)
        digests.set(memory.subarray(outputAt, outputAt + 32 * (next - first)), 32 * first)
        first = next
      }
    },
    hashPairs: (nodes, parents) => {
      const count = parents.length / 32
      for (let first = 0; first < count; first += pairLimit) {
        const some = Math.min(pairLimit, count - first)
        memory.set(nodes.subarray(64 * first, 64 * (first + some)), inputAt)
        exports.pairs(some)
        parents.set(memory.subarray(outputAt, outputAt + 32 * some), 32 * first)
      }
    },
    climb: (node, proof) => {
      let digest = node
      for (let index = 0; index < proof.length || index === 0; index += proofLimit) {
        const part =
          index === 0 && proof.length <= proofLimit
            ? proof
            : proof.subarray(index, index + proofLimit)
        memory.set(digest, inputAt)
        memory.set(part, inputAt + 32)
        exports.climb(part.length / 32)
        digest = memory.slice(outputAt, outputAt + 32)
      }
      return digest
    },
  }
}

/** Blocks of a long message that are taken in at once. */
const wholeBlocks = Math.floor(inputSize / blockSize) - 1
