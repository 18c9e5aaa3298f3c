"""The image, compose, Kubernetes, Spaces, and alerts: valid, and consistent with each other and the app."""

import re
from ipaddress import ip_address, ip_network
from pathlib import Path

import kubernetes_validate
import yaml
from prometheus_client import REGISTRY

from dashboard.server import hosting, observability
from dashboard.server.admission import UPLOADS
from tests.browser.serving import ROOT

TEXTS = {path.name: path.read_text() for path in (ROOT / "deploy").iterdir() if path.is_file()}
OBJECTS = {f"{of['kind']} {of['metadata']['name']}": of for of in yaml.safe_load_all(TEXTS["kubernetes.yaml"])}
SPECS = {name.removesuffix(" posenc-lab"): of["spec"] for name, of in OBJECTS.items()}
META, POD = (SPECS["Deployment"]["template"][name] for name in ("metadata", "spec"))
(CONTAINER,) = POD["containers"]
PORTS = {port["name"]: port["containerPort"] for port in CONTAINER["ports"]}
VISITORS = hosting.hosting().visitors


def test_sources_of_the_image_exist_pass_dockerignore_and_are_listed_for_a_space():
    image, space = TEXTS["Dockerfile"], TEXTS["huggingface.md"]
    copied = {name for line in re.findall(r"(?m)^COPY (?!--from)(.*) \S+$", image) for name in line.split()}
    rules = (ROOT / ".dockerignore").read_text().splitlines()
    assert "*" in rules and {rule[1:] for rule in rules if rule.startswith("!")} == copied >= {"LICENSE"}
    assert all((ROOT / name).exists() for name in copied)
    assert copied <= {name.rstrip("/") for name in re.findall(r"`([^`\n]+)`", space)}
    assert re.findall(r"(?:app_port: |STREAMLIT_SERVER_PORT=)(\d+)", space + image) == [str(PORTS["http"])] * 2
    pinned = r"\S+:[\w.-]+@sha256:[0-9a-f]{64}"
    assert re.match(rf"(?:#.*\n)*FROM {pinned} AS base\n", image)
    assert re.search(rf"(?m)^    image: nginx:{pinned.partition(':')[2]}$", TEXTS["compose.yaml"])
    assert "\nUSER {runAsUser}:{runAsGroup}\n".format(**POD["securityContext"]) in image


def test_compose_builds_once_and_nginx_alone_reaches_the_replicas():
    text, of_https = re.subn(r"# (- .*)  # HTTPS\n", r"\1\n", TEXTS["compose.yaml"])
    compose = yaml.safe_load(text)
    front, *replicas = compose["services"].values()
    network = compose["networks"]["inside"]["ipam"]["config"][0]["subnet"]
    hosts = re.findall(r"(?m)^server (\S+):8501 ", TEXTS["upstreams.compose.conf"])
    assert list(compose["services"]) == ["nginx", *hosts] == ["nginx", *front["depends_on"]]
    assert [replica["pull_policy"] for replica in replicas if "build" in replica] == ["build"]
    for replica in replicas:
        assert set(replica["networks"]) == {"inside"} and "ports" not in replica
        assert ip_address(replica["networks"]["inside"]["ipv4_address"]) in ip_network(network)
        # trusted for the addresses of visitors
        assert replica["environment"] == {"FORWARDED_ALLOW_IPS": network, "POSENC_HOSTS": "*"}
    listening = re.findall(r"(?m)^ *listen (\d+) ", TEXTS["nginx.conf"] + TEXTS["tls.conf"])
    assert front["ports"] == [f"0.0.0.0:{of}:{port}" for of, port in zip((80, 443), listening, strict=True)]
    assert of_https == 3 and "the three lines marked HTTPS" in TEXTS["tls.conf"]


def test_everything_in_kubernetes_means_the_same_pods_and_ports():
    for thing in OBJECTS.values():
        # without definitions of the Gateway API
        if not thing["apiVersion"].startswith("gateway."):
            kubernetes_validate.validate(thing, kubernetes_validate.latest_version(), strict=True)
    selectors = [SPECS[kind]["selector"]["matchLabels"] for kind in ("Deployment", "PodDisruptionBudget")]
    selectors += [SPECS["Service"]["selector"], SPECS["NetworkPolicy"]["podSelector"]["matchLabels"]]
    assert selectors == [META["labels"]] * 4
    environment = {variable["name"]: variable["value"] for variable in CONTAINER["env"]}
    assert META["annotations"]["prometheus.io/port"] == environment["POSENC_METRICS_PORT"] == str(PORTS["metrics"])
    assert {port["port"] for rule in SPECS["NetworkPolicy"]["ingress"] for port in rule["ports"]} == set(PORTS)
    variables = set(re.findall(r'"(POSENC_\w+)"', Path(hosting.__file__).read_text()))
    assert set(environment) <= variables | {"FORWARDED_ALLOW_IPS"}
    assert {environment["POSENC_HOSTS"]} == {of["hostname"] for of in SPECS["Gateway"]["listeners"]}
    # `*` would accept an address that a visitor claims
    assert ip_network(environment["FORWARDED_ALLOW_IPS"]).prefixlen
    assert int(environment["POSENC_VISITORS_PER_ADDRESS"]) < VISITORS
    # a number here would override the autoscaler at every apply
    assert "replicas" not in SPECS["Deployment"]
    assert (
        SPECS["HorizontalPodAutoscaler"]["scaleTargetRef"]["name"] == OBJECTS["Service posenc-lab"]["metadata"]["name"]
    )
    routes, rules = ("HTTPRoute posenc-lab-to-https", "HTTPRoute"), SPECS["HTTPRoute"]["rules"]
    parents = [[{"name": "posenc-lab", "sectionName": of["name"]}] for of in SPECS["Gateway"]["listeners"]]
    assert [SPECS[name]["parentRefs"] for name in routes] == parents
    assert [rule["backendRefs"] for rule in rules] == [[{"name": "posenc-lab", "port": 80}]] * 3
    # a full pod answers 503; a WebSocket and a file come last
    assert all(503 in rule["retry"]["codes"] for rule in rules)
    assert [set(rule["timeouts"].values()) == {"0s"} for rule in rules] == [True, True, False]
    # a pod without the page of a file answers 404; random choice finds the right one in 49 of 50 cases
    (given,) = [rule for rule in rules if rule["matches"][0]["path"]["value"] == f"/{UPLOADS}"]
    pods = SPECS["HorizontalPodAutoscaler"]["maxReplicas"]
    assert 404 in given["retry"]["codes"] and (1 - 1 / pods) ** (1 + given["retry"]["attempts"]) < 0.025
    assert [404 in rule["retry"]["codes"] for rule in rules].count(True) == 1


def test_alerts_and_the_autoscaler_name_metrics_of_the_app_and_the_readme_those_of_the_alerts():
    table = (ROOT / "docs" / "hosting.md").read_text().partition("## Watch it")[2].partition("\n## ")[0]
    rules = " ".join(rule["expr"] for rule in yaml.safe_load(TEXTS["alerts.yaml"])["groups"][0]["rules"])
    metrics = set(re.findall(r"\b((?:posenc|process)_\w+?)(?:_bucket)?\b", rules))
    assert set(re.findall(r"(?m)^\| `(\w+)` \|", table)) <= metrics
    exported = {
        f"{of.name}_total" if of.type == "counter" else of.name
        for of in REGISTRY.collect()
        if of.name.startswith("posenc_")
    }
    assert observability and metrics - exported == {"process_resident_memory_bytes"}
    (pods,) = [of["pods"] for of in SPECS["HorizontalPodAutoscaler"]["metrics"] if of["type"] == "Pods"]
    assert pods["metric"]["name"] in exported and int(pods["target"]["averageValue"]) < VISITORS
