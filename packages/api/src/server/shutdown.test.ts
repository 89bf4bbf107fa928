import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { closeOnSignal } from './shutdown.ts'

function processOf() {
  const emitter = new EventEmitter()
  const exits: number[] = []
  return {
    exits,
    emit: (signal: 'SIGTERM' | 'SIGINT') => emitter.emit(signal),
    listeners: () => emitter.listenerCount('SIGTERM') + emitter.listenerCount('SIGINT'),
    source: {
      on: (signal: string, listener: () => void) => emitter.on(signal, listener),
      off: (signal: string, listener: () => void) => emitter.off(signal, listener),
      exit: (code: number) => void exits.push(code),
    },
  }
}

test('default: on a signal, the service is closed once, and listens no more', async () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const { source, emit, exits, listeners } = processOf()
    let closed = 0
    const ended = closeOnSignal(async () => void closed++, source)
    emit(signal)
    await ended
    expect([closed, exits]).toEqual([1, []])
    await expect.poll(listeners).toBe(0)
  }
})

test('behavior: on a second signal, the process ends at once', () => {
  const { source, emit, exits } = processOf()
  void closeOnSignal(() => new Promise(() => {}), source)
  emit('SIGINT')
  emit('SIGTERM')
  expect(exits).toEqual([1])
})

test('behavior: a failure while closing is reported', async () => {
  const { source, emit } = processOf()
  const ended = closeOnSignal(() => Promise.reject(new Error('no')), source)
  emit('SIGTERM')
  await expect(ended).rejects.toThrow('no')
})
