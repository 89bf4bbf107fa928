/** Values that are kept from one request to the next while nothing in the store changes. */
export type Cache = {
  /**
   * Gives what is kept under a name, or makes it. What is made is kept until any process writes to the
   * store; where that cannot be told without asking, nothing is kept.
   *
   * @param name - unique for what is kept; begins with the tenant's id.
   * @param make - makes it.
   * @returns the value; a failure is kept by nobody.
   */
  readonly of: <Value>(name: string, make: () => Promise<Value>) => Promise<Value>
}
