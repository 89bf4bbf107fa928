import { BaseError } from '@vaultwright/base'
import { readerOf } from '@vaultwright/document'
import { solanaClusterOf } from '@vaultwright/registry'
import type { RpcIdentity } from '../rpc/dialect.ts'
import type { RpcCall } from '../rpc/rpc.ts'
import { blockhash, parseSolanaAnswer } from './answer.ts'

const genesisCall: RpcCall = { method: 'getGenesisHash', params: [] }
const readGenesis = readerOf(blockhash)

/** Makes the proof that an endpoint serves the cluster with this first block. */
export function genesisIdentityOf(genesisHash: string): RpcIdentity {
  return {
    call: genesisCall,
    assert: (answer, endpoint) => {
      const actual = parseSolanaAnswer(readGenesis, genesisCall, answer)
      if (actual !== genesisHash) throw new WrongGenesisError(endpoint, genesisHash, actual)
    },
  }
}

function clusterName(genesisHash: string): string {
  const cluster = solanaClusterOf(genesisHash)
  return cluster === null ? `a cluster with the genesis hash ${genesisHash}` : cluster.name
}

/** A node serves another cluster than the one that was asked for. */
export class WrongGenesisError extends BaseError {
  override readonly code = 'wrong_genesis'
  override readonly kind = 'unsupported'

  constructor(endpoint: string, expected: string, actual: string) {
    super({
      message: `${endpoint} serves ${clusterName(actual)} instead of ${clusterName(expected)}. Give an endpoint of the right cluster.`,
      facts: { endpoint, expected, actual },
    })
  }
}
