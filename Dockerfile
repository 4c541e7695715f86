# Two images of one program (docs/operating.md#in-containers). This file is linted, and the package that it starts is run
# by the tests as an unprivileged user. No image was ever built of it; `npm run try:dockerfile` runs its steps one by one on a bare tree.
#   docker build --target own .        for a PostgreSQL of your own (DATABASE_URL), with a bucket
#   docker build .                     with PostgreSQL inside, which keeps everything in /data
# Debian, since PostgreSQL's and sharp's packages are for glibc.
ARG NODE=node:26.10.0-bookworm-slim

FROM ${NODE} AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
COPY packages ./packages
RUN npm ci --ignore-scripts --omit=dev --include=optional
COPY . .
RUN npm run build
RUN node scripts/package.ts --to embedded --without-node
RUN node scripts/package.ts --to own --without-node --without-postgres

FROM ${NODE} AS program
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 PUBLIC_URL=http://localhost:3000 DATA_DIR=/data NODE_COMPILE_CACHE=/data/compiled
# All that is written: files, keys, the embedded database and Node's cache of compiled code. /tmp is for sockets.
RUN install -d -o node -g node -m 700 /data
VOLUME /data
WORKDIR /srv/lampstand
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s CMD ["node", "scripts/healthy.ts"]
# Starts the program again after a crash, with the allocator's settings, and passes signals on.
CMD ["node", "server/supervise.ts"]

FROM program AS own
COPY --from=build /build/own ./

FROM program AS embedded
COPY --from=build /build/embedded ./
