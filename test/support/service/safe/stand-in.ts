import {
  openSafeStandIn,
  type StandInChain,
  type StandInReply,
  type StandInRequest,
} from '@vaultwright/operations'

/** `raw` goes out in place of the body. */
type FaultyReply = StandInReply & {
  readonly raw?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Changes a reply, as a service would that lies; undefined leaves it. */
export type StandInFault = (reply: FaultyReply, request: StandInRequest) => FaultyReply | undefined

/** A service in the shapes of Safe's, on a chain of a test. */
export type StandIn = {
  /** Takes what `fetch` takes, without a network. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** The stand-in itself, which never lies. */
  readonly answer: (request: StandInRequest) => Promise<StandInReply>
  /** Method and path of each request. */
  readonly requests: string[]
  fault: StandInFault | null
}

/** Opens the stand-in of the demo, counts what is asked of it, and makes it lie. */
export function openStandIn(chain: StandInChain, chainId: number): StandIn {
  const answer = openSafeStandIn(chain, chainId)
  const requests: string[] = []
  const standIn: StandIn = {
    answer,
    requests,
    fault: null,
    fetch: async (address, { method = 'GET', body }) => {
      const url = new URL(address)
      requests.push(`${method} ${url.pathname}`)
      const text = (body as string | undefined) ?? ''
      const request = { method, url, body: text === '' ? {} : JSON.parse(text) }
      const honest = await answer(request)
      const reply: FaultyReply = standIn.fault?.(honest, request) ?? honest
      const { status } = reply
      const content = reply.raw ?? (reply.body === undefined ? '' : JSON.stringify(reply.body))
      const headers = { 'content-type': 'application/json', ...reply.headers }
      return new Response(status === 204 ? null : content, { status, headers })
    },
  }
  return standIn
}
