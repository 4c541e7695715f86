/** A port of this machine that nothing listens on. By chance, so that tests beside each other do not choose the same. */
export declare function freePort(): Promise<number>;
