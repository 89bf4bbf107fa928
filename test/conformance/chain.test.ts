import {
  openAnvil,
  openBatchingRpc,
  openHttpRpc,
  openRecorder,
  openRecording,
} from '@vaultwright/chain'
import { describe, expect, test } from 'vitest'
import { askEverything, type ChainFixture, testChain } from '../support/node/chain-suite.ts'
import {
  setUpTestChain,
  type TestChainState,
  testChainArguments,
  testChainId,
} from '../support/node/test-chain.ts'

async function openChainUnderTest(
  withMulticall: boolean,
): Promise<ChainFixture & { readonly url: string }> {
  const anvil = await openAnvil({ arguments: testChainArguments })
  try {
    const fixture = await setUpTestChain(anvil.rpc, { withMulticall })
    return { rpc: anvil.rpc, fixture: fixture, close: anvil.close, url: anvil.url }
  } catch (error) {
    await anvil.close()
    throw error
  }
}

async function openHttpChain(batchCalls: number): Promise<ChainFixture> {
  const { url, fixture, close } = await openChainUnderTest(true)
  const rpc = openHttpRpc({ endpoints: [url], chainId: testChainId, batchCalls })
  return {
    rpc,
    fixture: fixture,
    close: async () => Promise.all([rpc.close(), close()]).then(() => {}),
  }
}

async function openBatchingChain(): Promise<ChainFixture> {
  const { url, fixture, close } = await openChainUnderTest(true)
  const rpc = openBatchingRpc(openHttpRpc({ endpoints: [url], chainId: testChainId }))
  return {
    rpc,
    fixture: fixture,
    close: async () => Promise.all([rpc.close(), close()]).then(() => {}),
  }
}

async function openRecordedChain(): Promise<ChainFixture & { readonly text: string }> {
  const { url, fixture, close } = await openChainUnderTest(true)
  const recorder = openRecorder(openHttpRpc({ endpoints: [`${url}/?key=sesame-open`] }))
  try {
    await askEverything(recorder.rpc, fixture)
  } finally {
    await close()
  }
  const text = recorder.print()
  return { rpc: openRecording(text), fixture: fixture, close: async () => {}, text }
}

async function openForkedChain(): Promise<ChainFixture> {
  const { url, fixture, close } = await openChainUnderTest(true)
  try {
    const fork = await openAnvil({ forkUrl: url })
    const closeBoth = async () => {
      await fork.close()
      await close()
    }
    return { rpc: fork.rpc, fixture: fixture, close: closeBoth }
  } catch (error) {
    await close()
    throw error
  }
}

describe('local socket', () => testChain('socket', () => openChainUnderTest(true)))
describe('without Multicall3', () =>
  testChain('socket, single calls', () => openChainUnderTest(false)))
describe('HTTP', () => testChain('http', () => openHttpChain(100)))
describe('HTTP without batches', () => testChain('http, single requests', () => openHttpChain(1)))
describe('joined asks', () => testChain('joint', openBatchingChain))
describe('fork', () => testChain('fork', openForkedChain))
describe('recording', () => testChain('recording', openRecordedChain))

test('behavior: a recording replays to the same bytes, and holds no credentials', async () => {
  const recordedChain = await openRecordedChain()
  const again = openRecorder(openRecording(recordedChain.text))
  await askEverything(again.rpc, recordedChain.fixture satisfies TestChainState)
  expect(again.print()).toBe(recordedChain.text)
  expect(recordedChain.text).not.toContain('sesame')
  expect(recordedChain.text).not.toContain('127.0.0.1')
})
