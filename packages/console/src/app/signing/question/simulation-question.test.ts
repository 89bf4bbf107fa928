import { expect, test } from 'vitest'
import { servedSimulationOf } from './simulation-question.ts'

test('law: only the status true is a success, whatever else an answer says', () => {
  for (const answer of [null, {}, { simulation_status: 'true' }, { simulation_status: 1 }, [], 'x'])
    expect(servedSimulationOf(answer).isSuccess).toBe(false)
  expect(servedSimulationOf({ simulation_status: true }).isSuccess).toBe(true)
})

test('refuses: a link that leads anywhere but to a simulation of this service', () => {
  const id = 'a'.repeat(24)
  const linkOf = (url: string) =>
    servedSimulationOf({ simulation_status: true, simulator_simulation_url: url }).link
  expect(linkOf(`https://other.example/simulations/${id}`)).toBe(`/simulations/${id}`)
  expect(linkOf('javascript:alert(1)')).toBeNull()
  expect(linkOf(`https://x/simulations/${id}/../../evil`)).toBeNull()
})
