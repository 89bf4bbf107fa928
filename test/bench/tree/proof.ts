import { type Hex, printHex } from '@vaultwright/base'
import * as merkle from '@vaultwright/merkle'
import type { Figure } from '../figure.ts'
import { assertEqual, measure, ratiosOf } from '../measure.ts'
import { messagesOf } from './message.ts'
import { loadTreePeers, type PeerHash, plainRoot, type TreePeers } from './peer.ts'

type ProofSize = {
  /** A power of two. */
  readonly leaves: number
  /** Proofs checked a round, at most one a leaf. */
  readonly checks: number
  readonly rounds: number
}

export const sizes = {
  full: { leaves: 16_384, checks: 10_000, rounds: 3 },
  tiny: { leaves: 8, checks: 5, rounds: 1 },
} as const satisfies Record<string, ProofSize>

/** All proofs of a tree as hex, and checks of proofs one by one; each turn has a tree of its own. */
export async function benchProofs(size: ProofSize): Promise<readonly Figure[]> {
  const peers = await loadTreePeers()
  return [...(await proveAll(size, peers)), ...(await verifyEach(size, peers))]
}

async function proveAll(
  { leaves, rounds }: ProofSize,
  { openzeppelin, merkletreejs }: TreePeers,
): Promise<readonly Figure[]> {
  const turns = Array.from({ length: rounds + 1 }, (_, turn) => {
    const { data, offsets, list } = messagesOf(turn, leaves)
    return {
      ours: merkle.buildTreeFromMessages(data, offsets),
      openzeppelin: openzeppelin?.(list),
      js: merkletreejs?.(list),
    }
  })
  const [first] = turns
  const proofs = merkle.proofsHexOf(first!.ours)
  for (const index of [0, leaves >> 1, leaves - 1]) {
    const proof = String(proofs[index])
    if (first?.openzeppelin) {
      assertEqual('openzeppelin', proof, String(first.openzeppelin.getProof(index)))
    }
    if (first?.js) {
      assertEqual(
        'merkletreejs',
        proof,
        String(first.js.getHexProof(first.js.getLeaf(index), index)),
      )
    }
  }
  const medians = await measure(
    {
      ours: (turn) => merkle.proofsHexOf(turns[turn]!.ours),
      openzeppelin:
        openzeppelin &&
        ((turn) => {
          const tree = turns[turn]!.openzeppelin!
          for (let index = 0; index < leaves; index++) tree.getProof(index)
        }),
      merkletreejs:
        merkletreejs &&
        ((turn) => {
          const tree = turns[turn]!.js!
          for (let index = 0; index < leaves; index++) tree.getHexProof(tree.getLeaf(index), index)
        }),
    },
    rounds,
  )
  return ratiosOf(`proofs-${leaves}`, medians, { fresh: true })
}

async function verifyEach(
  { leaves, checks, rounds }: ProofSize,
  { noble, oxWasm, openzeppelinVerifies }: TreePeers,
): Promise<readonly Figure[]> {
  const turns = Array.from({ length: rounds + 1 }, (_, turn) => checksOf(turn, leaves, checks))
  const byHand = (hash: PeerHash | null) =>
    hash &&
    ((turn: number) => {
      const { root, claims } = turns[turn]!
      for (const { leaf, proof } of claims) {
        assertEqual('by hand', 0, Buffer.compare(plainRoot(leaf, proof, hash), root))
      }
    })
  const medians = await measure(
    {
      ours: (turn) => {
        const { root, claims } = turns[turn]!
        for (const { leaf, proof } of claims) {
          assertEqual('ours', true, merkle.verifyProof(leaf, proof, root))
        }
      },
      noble: byHand(noble),
      'ox-wasm': byHand(oxWasm),
      openzeppelin:
        openzeppelinVerifies &&
        ((turn) => {
          const { rootHex, claims } = turns[turn]!
          for (const { leafHex, proofHex } of claims) {
            assertEqual('openzeppelin', true, openzeppelinVerifies(rootHex, leafHex, proofHex))
          }
        }),
    },
    rounds,
  )
  return ratiosOf(`verify-${checks}`, medians, { fresh: true })
}

/** A leaf and its proof in each form that a peer takes. */
type Claim = {
  readonly leaf: Uint8Array
  readonly proof: Uint8Array
  readonly leafHex: Hex
  readonly proofHex: Hex[]
}

function checksOf(turn: number, leaves: number, checks: number) {
  const { data, offsets } = messagesOf(turn, leaves)
  const tree = merkle.buildTreeFromMessages(data, offsets)
  const hex = merkle.proofsHexOf(tree)
  const claims = Array.from({ length: checks }, (_, index): Claim => {
    const leaf = merkle.digestAt(tree, index).slice()
    const proof = merkle.proofOf(tree, index)
    return { leaf, proof, leafHex: printHex(leaf), proofHex: hex[index]! as Hex[] }
  })
  const root = merkle.rootOf(tree)
  // A check that agrees with everything would be the fastest.
  assertEqual('a foreign leaf', false, merkle.verifyProof(claims[1]!.leaf, claims[0]!.proof, root))
  return { root, rootHex: printHex(root), claims }
}
