# docker build -t roster --build-arg ROSTER_COMMIT=$(git rev-parse --short=8 HEAD) . ; how to run it: deploy/README.md
FROM node:24.11.1-bookworm-slim AS build
WORKDIR /source
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
# Shown with the version; the image is built without the repository.
ARG ROSTER_COMMIT=
RUN npm run pack -- /roster

FROM debian:12.12-slim
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /roster /roster
RUN install --directory --owner=10001 --group=10001 --mode=700 /data /backup
USER 10001:10001
WORKDIR /roster
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME /data /backup
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/start.mjs"]
