import {
  openAnvil,
  openCassette,
  openHttpRpc,
  openJointRpc,
  openRecorder,
} from '@vaultwright/chain'
import { describe, expect, test } from 'vitest'
import { askEverything, type Stage, testChain } from '../support/chain-suite.ts'
import { type Scene, sceneArguments, sceneChainId, setScene } from '../support/scene.ts'

async function openStage(withMulticall: boolean): Promise<Stage & { readonly url: string }> {
  const anvil = await openAnvil({ arguments: sceneArguments })
  try {
    const scene = await setScene(anvil.rpc, { withMulticall })
    return { rpc: anvil.rpc, scene, close: anvil.close, url: anvil.url }
  } catch (error) {
    await anvil.close()
    throw error
  }
}

async function openHttpStage(batchCalls: number): Promise<Stage> {
  const { url, scene, close } = await openStage(true)
  const rpc = openHttpRpc({ endpoints: [url], chainId: sceneChainId, batchCalls })
  return { rpc, scene, close: async () => Promise.all([rpc.close(), close()]).then(() => {}) }
}

async function openJointStage(): Promise<Stage> {
  const { url, scene, close } = await openStage(true)
  const rpc = openJointRpc(openHttpRpc({ endpoints: [url], chainId: sceneChainId }))
  return { rpc, scene, close: async () => Promise.all([rpc.close(), close()]).then(() => {}) }
}

async function openRecordedStage(): Promise<Stage & { readonly text: string }> {
  const { url, scene, close } = await openStage(true)
  const recorder = openRecorder(openHttpRpc({ endpoints: [`${url}/?key=sesame-open`] }))
  try {
    await askEverything(recorder.rpc, scene)
  } finally {
    await close()
  }
  const text = recorder.print()
  return { rpc: openCassette(text), scene, close: async () => {}, text }
}

async function openForkStage(): Promise<Stage> {
  const { url, scene, close } = await openStage(true)
  try {
    const fork = await openAnvil({ forkUrl: url })
    const closeBoth = async () => {
      await fork.close()
      await close()
    }
    return { rpc: fork.rpc, scene, close: closeBoth }
  } catch (error) {
    await close()
    throw error
  }
}

describe('local socket', () => testChain('socket', () => openStage(true)))
describe('without Multicall3', () => testChain('socket, single calls', () => openStage(false)))
describe('HTTP', () => testChain('http', () => openHttpStage(100)))
describe('HTTP without batches', () => testChain('http, single requests', () => openHttpStage(1)))
describe('joined asks', () => testChain('joint', openJointStage))
describe('fork', () => testChain('fork', openForkStage))
describe('recording', () => testChain('recording', openRecordedStage))

test('behavior: a recording replays to the same bytes, and holds no credentials', async () => {
  const stage = await openRecordedStage()
  const again = openRecorder(openCassette(stage.text))
  await askEverything(again.rpc, stage.scene satisfies Scene)
  expect(again.print()).toBe(stage.text)
  expect(stage.text).not.toContain('sesame')
  expect(stage.text).not.toContain('127.0.0.1')
})
