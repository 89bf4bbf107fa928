// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @dev What receives a message.
interface IMessageHandler {
    function handleReceivedMessage(uint32 sourceDomain, bytes32 sender, bytes calldata body)
        external
        returns (bool);
}

/// @notice CCTP v2-like messages; a message is attested when the owner has put it into the inbox.
contract MessageTransmitterV2 {
    address public immutable owner;
    uint32 public immutable localDomain;
    mapping(bytes32 messageHash => bool) public inbox;
    mapping(bytes32 nonce => uint256) public usedNonces;

    event MessageSent(bytes message);
    event MessageReceived(
        address indexed caller,
        uint32 sourceDomain,
        bytes32 indexed nonce,
        bytes32 sender,
        uint32 indexed finalityThresholdExecuted,
        bytes messageBody
    );

    constructor(address owner_, uint32 localDomain_) {
        owner = owner_;
        localDomain = localDomain_;
    }

    /// @notice Attests a message.
    function post(bytes calldata message) external {
        require(msg.sender == owner, "Ownable: caller is not the owner");
        inbox[keccak256(message)] = true;
    }

    /// @notice The nonce is left zero, as on a real chain: attestation fills it in.
    function sendMessage(
        uint32 destinationDomain,
        bytes32 recipient,
        bytes32 destinationCaller,
        uint32 minFinalityThreshold,
        bytes calldata body
    ) external {
        require(destinationDomain != localDomain, "Domain is local domain");
        emit MessageSent(abi.encodePacked(
                uint32(1),
                localDomain,
                destinationDomain,
                bytes32(0),
                bytes32(uint256(uint160(msg.sender))),
                recipient,
                destinationCaller,
                minFinalityThreshold,
                uint32(0),
                body
            ));
    }

    function receiveMessage(bytes calldata message, bytes calldata attestation)
        external
        returns (bool)
    {
        require(message.length >= 148, "Invalid message: too short");
        require(attestation.length > 0 && inbox[keccak256(message)], "Invalid attestation");
        require(uint32(bytes4(message[8:12])) == localDomain, "Invalid destination domain");
        bytes32 caller = bytes32(message[108:140]);
        require(
            caller == 0 || caller == bytes32(uint256(uint160(msg.sender))),
            "Invalid caller for message"
        );
        bytes32 nonce = bytes32(message[12:44]);
        require(usedNonces[nonce] == 0, "Nonce already used");
        usedNonces[nonce] = 1;
        _deliver(message, nonce);
        return true;
    }

    function _deliver(bytes calldata message, bytes32 nonce) private {
        uint32 sourceDomain = uint32(bytes4(message[4:8]));
        bytes32 sender = bytes32(message[44:76]);
        address recipient = address(uint160(uint256(bytes32(message[76:108]))));
        bytes calldata body = message[148:];
        IMessageHandler(recipient).handleReceivedMessage(sourceDomain, sender, body);
        uint32 finality = uint32(bytes4(message[144:148]));
        emit MessageReceived(msg.sender, sourceDomain, nonce, sender, finality, body);
    }
}
