import type { Address, Hex } from '@vaultwright/base'
import type { PacketVerdict } from '@vaultwright/packet'
import { chainOf } from '@vaultwright/registry'

/** A batch that a server can simulate: whose it is, and what it does. */
export type SimulationQuestion = {
  readonly path: string
  readonly calldata: Hex
  readonly value: string
}

/** The server's statement of a simulation. Nothing of it is verified, and no verdict rests on it. */
export type ServedSimulation = {
  readonly isSuccess: boolean
  readonly message: string
  /** Of the page with balances and transfers; null where none was kept. */
  readonly link: string | null
}

type Place = { readonly chainId: number | null; readonly vault: Address | null }

/** Finds what of a packet can be simulated: its first batch, if vault, chain and strategist are known. */
export function simulationQuestionOf(
  { calls }: PacketVerdict,
  { chainId, vault }: Place,
): SimulationQuestion | null {
  const batch = calls.find(({ call }) => call.kind === 'manager_batch')
  if (batch === undefined || batch.sender === null || vault === null || chainId === null)
    return null
  const chain = chainOf(chainId)?.slug ?? String(chainId)
  const path = `/console/v1/tx-builder/api/simulate/${chain}/${vault}/${batch.sender}`
  return { path, calldata: batch.call.data, value: String(batch.call.value) }
}

/** Asks the service of this page to simulate a batch. */
export async function askSimulation(question: SimulationQuestion): Promise<ServedSimulation> {
  const { path, calldata, value } = question
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-vaultwright-console': '1' },
    body: JSON.stringify({ calldata, value }),
  })
  if (!response.ok) throw new SimulationQuestionError(response.status)
  return servedSimulationOf(await response.json())
}

/** Asks the service of this page for the witness of a simulation that it keeps; nothing of it is believed. */
export function askWitness(id: string): Promise<string> {
  return askText(`/simulations/${id}/witness`, 'gives no witness of this simulation')
}

/** Asks the service of this page for what the simulation read, at the newest block. */
export function askState(id: string): Promise<string> {
  return askText(`/simulations/${id}/state`, 'gives no newer state for this simulation')
}

async function askText(path: string, failure: string): Promise<string> {
  const response = await fetch(path)
  if (response.ok) return response.text()
  throw new WitnessQuestionError(failure, response.status)
}

/** Takes the name of a simulation out of its link. */
export function simulationIdIn(link: string): string {
  return link.slice(link.lastIndexOf('/') + 1)
}

/** Reads the answer as text alone; what it lacks is a failure, never a success. */
export function servedSimulationOf(answer: unknown): ServedSimulation {
  const { simulation_status: status, simulator_simulation_url: url } = (answer ?? {}) as {
    readonly simulation_status?: unknown
    readonly simulator_simulation_url?: unknown
  }
  const id = typeof url === 'string' ? /\/simulations\/([\w-]{20,64})$/.exec(url)?.[1] : undefined
  return {
    isSuccess: status === true,
    message:
      status === true
        ? 'It would succeed.'
        : `It would not succeed: ${String(status ?? 'no answer')}`,
    link: id === undefined ? null : `/simulations/${id}`,
  }
}

/** The service does not simulate the batch. */
class SimulationQuestionError extends Error {
  constructor(status: number) {
    super(
      status === 401 || status === 403
        ? 'You are not signed in as a strategist. Sign in with a role that may simulate.'
        : `The service does not simulate this batch (status ${status}). Simulate it with the command line.`,
    )
  }
}

/** The service does not give out what proves a simulation. */
class WitnessQuestionError extends Error {
  constructor(failure: string, status: number) {
    super(`This server ${failure} (status ${status}). Ask who built it for the file.`)
  }
}
