import { solanaClusterOf } from '@vaultwright/registry'
import { mainnetGenesisHash } from '@vaultwright/svm'
import { expect, test } from 'vitest'
import {
  openScriptedNode,
  scriptedBlockhash,
  soundReply,
} from '../../../../test/solana/support/scripted-node.ts'

const devnet = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG'

test('golden: the default cluster is the mainnet of the registry', async () => {
  expect(solanaClusterOf(mainnetGenesisHash)?.slug).toBe('mainnet-beta')
  expect(solanaClusterOf(scriptedBlockhash)).toBeNull()
  const reply = soundReply(9n, new Map())
  const mainnet = openScriptedNode((call) =>
    call.method === 'getGenesisHash' ? mainnetGenesisHash : reply(call),
  )
  await expect(mainnet.node.accountsAt([])).rejects.toMatchObject({ code: 'wrong_genesis' })
})

test.each([
  [devnet, 'Solana devnet instead of Solana testnet'],
  [
    scriptedBlockhash,
    `a cluster with the genesis hash ${scriptedBlockhash} instead of Solana testnet`,
  ],
])('refuses: a node with the genesis hash %s, by name', async (genesisHash, words) => {
  const { node } = openScriptedNode(() => genesisHash)
  const error = await node.slot().catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'wrong_genesis', retryable: false })
  expect(String(error)).toContain(`https://one.test/v2/*** serves ${words}.`)
})

test('refuses: a node that changes its cluster while it is asked', async () => {
  let genesisHash = mainnetGenesisHash
  const reply = soundReply(9n, new Map())
  const { node } = openScriptedNode(
    (call) => (call.method === 'getGenesisHash' ? genesisHash : reply(call)),
    { genesisHash: mainnetGenesisHash },
  )
  expect(await node.accountsAt([])).toMatchObject({ slot: 9n })
  genesisHash = devnet
  await expect(node.accountsAt([])).rejects.toMatchObject({ code: 'wrong_genesis' })
})
