/** A passkey belongs to a name, so an address of this machine is given as `localhost`. */
export function consoleUrlOf(url: string): string {
  return `${url.replace('//127.0.0.1', '//localhost')}/console`
}
