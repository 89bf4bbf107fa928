import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** The lie of a node between us and an honest one about an answer; `silent` never answers, `refused` is an error. */
export type Lie = (method: string, result: unknown, params: readonly unknown[]) => unknown

type RpcRequest = {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

/** Starts a node that passes questions on and changes answers; it ends with the test. */
export async function lyingNode(honest: string, lie: Lie): Promise<string> {
  const server = createServer((request, response) => {
    void answer(request).then(
      (text) => {
        if (text !== null) response.setHeader('content-type', 'application/json').end(text)
      },
      () => response.destroy(),
    )
  })
  const answer = async (request: IncomingMessage) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const requests = [JSON.parse(body)].flat() as RpcRequest[]
    const headers = { 'content-type': 'application/json' }
    const honestReply = await fetch(honest, { method: 'POST', headers, body })
    const answers = (await honestReply.json()) as { id: number; result?: unknown } | object[]
    let isSilent = false
    const changed = [answers].flat().map((one) => {
      const row = one as { id: number; result?: unknown }
      const { method = '', params = [] } = requests.find(({ id }) => id === row.id) ?? {}
      const result = lie(method, row.result, params)
      if (result === 'silent') isSilent = true
      if (result === 'refused') {
        const error = { code: -32602, message: 'block range is too large' }
        return { jsonrpc: '2.0', id: row.id, error }
      }
      return 'result' in row ? { ...row, result } : row
    })
    if (isSilent) return null
    return JSON.stringify(Array.isArray(answers) ? changed : changed[0])
  }
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
