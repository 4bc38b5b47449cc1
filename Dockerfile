# The program with the site, on Debian without a shell, as an unprivileged user.
FROM node:24-trixie-slim AS node

FROM rust:1.95-slim-trixie AS build
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=node /usr/local/lib/node_modules /usr/local/lib/node_modules
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \
    && apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev make \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /rukh
COPY . .
RUN npm --prefix web ci --no-audit --no-fund && npm --prefix web run build
RUN cargo build --release --locked --package rukh && mkdir /data

FROM gcr.io/distroless/cc-debian13:nonroot
COPY --from=build /rukh/target/release/rukh /usr/bin/rukh
COPY --from=build --chown=nonroot:nonroot --chmod=0700 /data /var/lib/rukh
ENV RUKH_DATA_DIR=/var/lib/rukh RUKH_BIND=0.0.0.0:7878
VOLUME /var/lib/rukh
EXPOSE 7878
ENTRYPOINT ["/usr/bin/rukh"]
CMD ["serve"]
