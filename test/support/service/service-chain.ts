import { createConnection, type Socket } from 'node:net'
import { join } from 'node:path'
import type { Anvil } from '@vaultwright/chain'

/** The folder of the committed local chain. */
export const localChainFolder = join(import.meta.dirname, '../../../fixtures/chain')

/** The address of a chain of the run. */
export type LentChain = {
  readonly url: string
  /** Its unix socket. */
  readonly socket: string
  readonly pid: number
  readonly version: string
}

/** A chain in the hands of one borrower. */
export type ChainLease = {
  readonly chain: LentChain
  /** Resolves when its process is gone, or the broker that lent it. */
  readonly gone: Promise<unknown>
  /** Returns it, as it was made, to be lent again. */
  readonly giveBack: () => Promise<void>
  /** Returns it to be ended. */
  readonly discard: () => Promise<void>
}

/** The local chains of a run: one is started when none is free, and lent again after that. */
export type ChainPool = {
  readonly lend: () => Promise<ChainLease>
  readonly close: () => Promise<void>
}

/** On a busy machine a chain takes minutes to load its history, and to answer. */
export const chainLimitMs = 600_000

/** With so many chains, a borrower first waits for one: it costs a core seconds to start another. */
const usualChains = 2
/** Milliseconds: a borrower of two chains waits for the second in vain, and some are held for minutes. */
const patienceMs = 10_000

/** Opens the pool; it starts nothing before the first question. */
export function openChainPool(): ChainPool {
  const running = new Set<Anvil>()
  const idle = new Set<Anvil>()
  const waiting = new Set<(anvil: Anvil) => void>()
  let starting = 0
  const open = async () => {
    const { openLocalChain } = await import('@vaultwright/chain')
    const limits = { readyWithinMs: chainLimitMs, timeoutMs: chainLimitMs }
    const { anvil } = await openLocalChain(localChainFolder, limits)
    running.add(anvil)
    void anvil.gone.then(() => {
      running.delete(anvil)
      idle.delete(anvil)
    })
    return anvil
  }
  const start = async () => {
    starting++
    try {
      return await open()
    } finally {
      starting--
    }
  }
  const returned = () =>
    new Promise<Anvil | null>((resolve) => {
      const timer = setTimeout(() => settle(null), patienceMs)
      const settle = (anvil: Anvil | null) => {
        clearTimeout(timer)
        waiting.delete(settle)
        resolve(anvil)
      }
      waiting.add(settle)
    })
  const next = async () => {
    const [free] = idle
    if (free !== undefined) idle.delete(free)
    else if (running.size + starting >= usualChains) return (await returned()) ?? start()
    return free ?? start()
  }
  const takeBack = (anvil: Anvil) => {
    const [settle] = waiting
    if (settle === undefined) idle.add(anvil)
    else settle(anvil)
  }
  return {
    lend: async () => {
      const anvil = await next()
      const { url, pid, version, rpc, gone, close } = anvil
      return {
        chain: { url, pid, version, socket: rpc.name.slice('ipc:'.length) },
        gone,
        giveBack: async () => takeBack(anvil),
        discard: close,
      }
    },
    close: async () => {
      await Promise.all([...running].map((anvil) => anvil.close()))
    },
  }
}

/** Lends a chain to whoever asked through a socket, for as long as the socket is open. */
export async function lendThrough(socket: Socket, pool: ChainPool): Promise<void> {
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  const ended = new Promise((resolve) => socket.once('end', resolve).once('close', resolve))
  const { chain, gone, giveBack, discard } = await pool.lend()
  void gone.then(() => socket.end())
  socket.write(`${JSON.stringify(chain)}\n`)
  await ended
  // A borrower that ends without a word may leave the chain in any state.
  await (text === 'back' ? giveBack() : discard())
  socket.end()
}

/** Borrows a chain of the broker that listens on a port. */
export function borrowThrough(port: number, question: string): Promise<ChainLease> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = createConnection(port, '127.0.0.1', () => socket.write(question))
    const gone = new Promise<void>((done) => socket.once('close', () => done()))
    const end = async (word: string) => {
      socket.end(word)
      await gone
    }
    const listen = (chunk: Buffer) => {
      text += chunk
      if (!text.includes('\n')) return
      socket.off('data', listen).resume().unref()
      const answer = JSON.parse(text)
      if (typeof answer.failure === 'string') reject(new Error(answer.failure))
      else resolve({ chain: answer, gone, giveBack: () => end('back'), discard: () => end('') })
    }
    socket.on('data', listen)
    socket.on('error', reject)
  })
}
