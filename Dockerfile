# Reasonboard in a container:
#   docker build -t reasonboard .
#   docker run -p 8050:8050 -v reasonboard:/data reasonboard
# compose.yaml starts it with fewer rights; scripts/check-image tests it without a Docker daemon.

ARG BASE=python:3.13-slim

FROM ${BASE} AS build
WORKDIR /src
RUN python3 -m venv /opt/reasonboard && install -d -o 10001 -g 10001 /data
# npm gives the smaller plotly.js and KaTeX; like pip, it stays behind in this stage.
# hadolint ignore=DL3008
RUN apt-get update -qq \
    && apt-get install -y -qq --no-install-recommends npm \
    && rm -rf /var/lib/apt/lists/*
COPY scripts/install-libraries scripts/libraries.sha512 ./scripts/
RUN scripts/install-libraries /opt/reasonboard/share/reasonboard \
    && test -s /opt/reasonboard/share/reasonboard/plotly-cartesian.min.js \
    && test -s /opt/reasonboard/share/reasonboard/katex.min.js
# The requirements first: they change less often than the code. With --build-arg S3=1 also what buckets need, with
# CLICKHOUSE=1 what answers in such a database need.
ARG S3=
ARG CLICKHOUSE=
COPY requirements.txt requirements-s3.txt requirements-clickhouse.txt ./
RUN /opt/reasonboard/bin/python -m pip install --no-cache-dir --disable-pip-version-check \
        --require-hashes -r requirements.txt \
        ${S3:+-r requirements-s3.txt} ${CLICKHOUSE:+-r requirements-clickhouse.txt}
# The docs are built by packages that stay behind.
COPY requirements-docs.txt ./
RUN /opt/reasonboard/bin/python -m pip install --no-cache-dir --disable-pip-version-check --no-deps --target /opt/mkdocs \
        --require-hashes -r requirements-docs.txt
COPY . .
# pip is not needed beyond this stage.
RUN /opt/reasonboard/bin/python -m pip install --no-cache-dir --disable-pip-version-check \
        --no-deps --no-build-isolation . \
    && /opt/reasonboard/bin/python -P -m reasonboard.web.precompress \
    && PYTHONPATH=/opt/mkdocs /opt/reasonboard/bin/python -P -m mkdocs build --strict \
        --config-file scripts/site/mkdocs.yml --site-dir /opt/reasonboard/share/reasonboard/docs \
    && /opt/reasonboard/bin/python -m pip uninstall --yes pip

FROM ${BASE}
LABEL org.opencontainers.image.title="Reasonboard" \
      org.opencontainers.image.description="A dashboard for the evaluation results of reasoning models"
COPY --from=build /opt/reasonboard /opt/reasonboard
# A new named volume takes the owner of the folder that it covers.
COPY --from=build --chown=10001:10001 /data /data
# The user has no entry in /etc/passwd and no home: HOME is where anything may be written and lost.
ENV PATH=/opt/reasonboard/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    HOME=/tmp \
    HOST=0.0.0.0 \
    PORT=8050 \
    REASONBOARD_STORE=/data
USER 10001:10001
VOLUME /data
EXPOSE 8050
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as r; r.urlopen(f'http://127.0.0.1:{os.environ[\"PORT\"]}/healthz', timeout=4)"]
# Inside of a container every host is remote. Who can reach the port is decided where it is published.
CMD ["reasonboard", "serve", "--allow-remote"]
