import { request } from 'node:http'
import { readinessOf, readyPart } from '@vaultwright/base'
import { expect, onTestFinished, test } from 'vitest'
import { openIndexServer, type ServerSubject } from './server.ts'

const metrics = { contentType: 'text/plain', print: async () => 'up 1\n' }
const problem = { code: 'store_away', message: 'No.', chain: null, facts: {} }
const usual: ServerSubject = {
  metrics,
  ready: async () => readinessOf([readyPart('store')]),
  jobs: null,
}

test('default: serves metrics and health', async () => {
  const url = await open(usual)
  expect(await (await fetch(`${url}/metrics`)).text()).toBe('up 1\n')
  expect((await fetch(`${url}/health/live`)).status).toBe(200)
  expect(await (await fetch(`${url}/health/ready`)).json()).toEqual({
    status: 'ready',
    parts: { store: { status: 'ready' } },
  })
})

test('behavior: who listens on this machine alone answers to its own names alone', async () => {
  const url = await open(usual)
  const { port } = new URL(url)
  for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, 'LOCALHOST']) {
    expect([host, await statusOf(url, host)]).toEqual([host, 200])
  }
  for (const host of [`evil.example:${port}`, `127.0.0.1.evil.example:${port}`, 'localhost.evil']) {
    expect([host, await statusOf(url, host)]).toEqual([host, 403])
  }
})

test('behavior: who listens for others answers to every name', async () => {
  const url = await open(usual, '0.0.0.0')
  const { port } = new URL(url)
  expect(await statusOf(`http://127.0.0.1:${port}`, 'indexer.vaults.internal:9464')).toBe(200)
})

test('behavior: an answer does not say what failed within', async () => {
  const print = () => Promise.reject(new Error('no answer of postgres://me:w0rd@db/vaults'))
  const url = await open({ ...usual, metrics: { ...metrics, print } })
  const answer = await fetch(`${url}/metrics`)
  expect(answer.status).toBe(500)
  expect(await answer.text()).not.toMatch(/w0rd|postgres/)
})

test('behavior: not ready while store or queue cannot be asked', async () => {
  const away = { part: 'store', status: 'not_ready', problems: [problem] } as const
  const url = await open({ ...usual, ready: async () => readinessOf([away]) })
  const answer = await fetch(`${url}/health/ready`)
  expect([answer.status, await answer.json()]).toMatchObject([
    503,
    { status: 'not_ready', because: ['store'] },
  ])
  expect((await fetch(`${url}/health/live`)).status).toBe(200)
})

async function open(subject: ServerSubject, host = '127.0.0.1'): Promise<string> {
  const server = await openIndexServer(subject, { host, port: 0, adminKey: null })
  onTestFinished(server.close)
  return server.url
}

function statusOf(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const pending = request(`${url}/metrics`, { headers: { host } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    pending.on('error', reject).end()
  })
}
