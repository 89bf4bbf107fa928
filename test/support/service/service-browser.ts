import { type Browser, chromium } from 'playwright-core'
import { askServiceBroker } from './service-broker.ts'

/**
 * Connects to the browser of the run, which is started when first asked for. Make a context of your own: nobody
 * else sees it. Closing the browser closes the contexts of this connection and no others.
 *
 * @throws {Error} when there is none, or it does not start.
 */
export async function openBrowser(): Promise<Browser> {
  const { endpoint } = await askServiceBroker('browser')
  return chromium.connect(endpoint)
}
