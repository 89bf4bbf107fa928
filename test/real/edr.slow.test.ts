import { openChain, simulateOnNode } from '@vaultwright/chain'
import { expect, test } from 'vitest'
import { testChain } from '../support/node/chain-suite.ts'
import { accounts, setUpTestChain, testChainId } from '../support/node/test-chain.ts'
import { openEdr } from './world/edr.ts'

const genesisUnix = 1_700_000_000n
const first = await openEdr(genesisUnix)
const reason = 'missing' in first ? first.missing : null

test.skipIf(reason !== null)("golden: the node is Hardhat's own", async () => {
  if ('missing' in first) throw new Error(first.missing)
  const [answer] = await first.rpc.ask([{ method: 'web3_clientVersion', params: [] }])
  expect(answer).toMatchObject({ ok: true, value: expect.stringMatching(/^edr\//) })
})

test.skipIf(reason !== null)(
  'refuses: a simulation says that the node has no eth_simulateV1',
  async () => {
    if ('missing' in first) throw new Error(first.missing)
    const chain = await openChain(first.rpc, { id: testChainId })
    const request = { from: accounts.rich, to: accounts.token, data: '0x', vault: null } as const
    await expect(simulateOnNode(chain, request)).rejects.toMatchObject({ code: 'rpc_refused' })
  },
)

if (reason === null) {
  testChain('edr', async () => {
    const opened = await openEdr(genesisUnix)
    if ('missing' in opened) throw new Error(opened.missing)
    const { rpc } = opened
    return { rpc, fixture: await setUpTestChain(rpc, { withMulticall: true }), close: rpc.close }
  })
} else console.log(`skipped: ${reason}`)
